export type { Target } from './engine.ts'
export { UploadPanel } from './Panel.tsx'
export { uploader } from './use-uploads.ts'
