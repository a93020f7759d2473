import { InboxOutlined } from '@ant-design/icons'
import { type DragEvent, useState } from 'react'
import './sheet-drop.css'

type Props = { label: string; isBusy: boolean; onFile: (file: File) => void }

/** Accepts a sheet by file input or drop. */
export function SheetDrop({ label, isBusy, onFile }: Props) {
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
      <small>.csv .xlsx</small>
      <input
        type="file"
        className="sr-only"
        accept=".csv,.xlsx"
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
