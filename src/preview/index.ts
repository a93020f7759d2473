export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
export { type PreviewSource, shareSource, spaceSource } from './source.ts'
