import type { ViewerProps } from '../registry.ts'

export default function VideoViewer({ file, data: { address } }: ViewerProps) {
  return (
    <div className="media">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are files of their own that nobody brought */}
      <video src={address} controls preload="metadata" aria-label={file.name} />
    </div>
  )
}
