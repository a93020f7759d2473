import type { ViewerProps } from '../registry.ts'

export default function AudioViewer({ file, data: { address } }: ViewerProps) {
  return (
    <div className="media">
      {/* biome-ignore lint/a11y/useMediaCaption: recordings of instruments have no words */}
      <audio src={address} controls preload="metadata" aria-label={file.name} />
    </div>
  )
}
