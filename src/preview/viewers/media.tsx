import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownError } from '../shown-error.ts'
import type { ViewerProps } from '../viewer.ts'

/** Audio and video in the browser's player, which reads by ranges. */
function media(kind: 'audio' | 'video') {
  return function MediaViewer({ file, data: { address } }: ViewerProps) {
    const { t } = useTranslation()
    const [isBroken, setBroken] = useState(false)
    // The element starts loading before React attaches handlers, so an earlier error is checked here.
    const shown = useCallback((player: HTMLMediaElement | null) => {
      if (player?.error) setBroken(true)
    }, [])
    if (isBroken) throw new ShownError(t('preview.notPlayed'))
    const Player = kind
    return (
      <div className="media">
        <Player
          ref={shown}
          src={address}
          controls
          preload="metadata"
          aria-label={file.name}
          onError={() => setBroken(true)}
        />
      </div>
    )
  }
}
export const [audio, video] = [media('audio'), media('video')]
