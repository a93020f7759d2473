export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
export { PropertyList } from './PropertyList.tsx'
export { datasetSource, type PreviewSource, readerSource, sharedRecord, shareSource, spaceSource } from './source.ts'
