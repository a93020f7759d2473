export { PreviewModal } from './PreviewModal.tsx'
export { PreviewPane } from './PreviewPane.tsx'
