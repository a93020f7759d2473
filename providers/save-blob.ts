/** How long a browser may take to begin a download, in milliseconds (our choice): without its address it saves nothing, and says nothing. */
const BEGIN_MS = 60_000

/** Saves bytes on the machine of the reader. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(blob)
  link.href = address
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), BEGIN_MS)
}
