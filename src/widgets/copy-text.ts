/** A text, and other forms of the same for programs that take them. */
type Forms = { 'text/plain': string } & Record<string, string>

/**
 * Copies a text to the clipboard; returns false if the browser refuses. The clipboard API requires https (spec section
 * 8); otherwise the selected text is copied with the old command.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected({ 'text/plain': text })
  }
}

/** Copies a text with its other forms, as copyText does. */
export async function copyForms(forms: Forms): Promise<boolean> {
  try {
    const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    return true
  } catch {
    return copySelected(forms)
  }
}

function copySelected(forms: Forms): boolean {
  const before = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: forms['text/plain'] })
  field.style.cssText = 'position:fixed;opacity:0'
  field.addEventListener('copy', (event) => {
    event.preventDefault()
    for (const [type, form] of Object.entries(forms)) event.clipboardData?.setData(type, form)
  })
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
