import { InboxOutlined } from '@ant-design/icons'
import { type DragEvent, useState } from 'react'
import './sheet-drop.css'

type Props = { label: string; suffixes?: readonly string[]; isBusy: boolean; onFile: (file: File) => void }
const SHEETS = ['.csv', '.xlsx']

/** Accepts a sheet by file input or drop. */
export function SheetDrop({ label, suffixes = SHEETS, isBusy, onFile }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isBusy) onFile(file)
  }
  return (
    <label
      className="sheet-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <InboxOutlined />
      <b>{label}</b>
      <small>{suffixes.join(' ')}</small>
      <input
        type="file"
        className="sr-only"
        accept={suffixes.join(',')}
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
    </label>
  )
}
