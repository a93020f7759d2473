import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewerProps } from '../registry.ts'
import { Told } from '../told.ts'

/** Sound and film as the browser plays them; it reads by ranges. */
function media(kind: 'audio' | 'video') {
  return function MediaViewer({ file, data: { address } }: ViewerProps) {
    const { t } = useTranslation()
    const [isBroken, setBroken] = useState(false)
    if (isBroken) throw new Told(t('preview.notPlayed'))
    const Player = kind
    return (
      <div className="media">
        {/* biome-ignore lint/a11y/useMediaCaption: captions are files of their own that nobody brought */}
        <Player src={address} controls preload="metadata" aria-label={file.name} onError={() => setBroken(true)} />
      </div>
    )
  }
}
export const [audio, video] = [media('audio'), media('video')]
