export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
export { type PreviewSource, spaceSource } from './source.ts'
