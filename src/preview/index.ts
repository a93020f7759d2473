export { FactList } from './FactList.tsx'
export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
export { type PreviewSource, sharedRecord, shareSource, spaceSource } from './source.ts'
