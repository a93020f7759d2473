import { useState } from 'react'
import { PanZoom } from '../PanZoom.tsx'
import type { ViewerProps } from '../registry.ts'

/** A picture: fitted, zoomed, turned. An svg is only ever a picture here, so nothing in it runs. */
export default function ImageViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const [size, setSize] = useState('')
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('the picture could not be read')
  return (
    <PanZoom label={file.name} isSmall={isSmall} bar={size && <span>{size}</span>}>
      <img
        src={address}
        alt={file.name}
        onError={() => setBroken(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(naturalWidth ? `${naturalWidth} × ${naturalHeight}` : '')
        }
        draggable={false}
      />
    </PanZoom>
  )
}
