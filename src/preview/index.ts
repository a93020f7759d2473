export { FactList } from './FactList.tsx'
export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
export { type PreviewSource, readerSource, sharedRecord, shareSource, spaceSource } from './source.ts'
