export type { Target } from './engine.ts'
export { UploadPanel } from './Panel.tsx'
export { uploader, useUploads } from './use-uploads.ts'
