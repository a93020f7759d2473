/**
 * Puts a text on the clipboard; false when the browser does not let it. Browsers keep the clipboard from pages that did
 * not come over https (spec section 8): there a selected text is copied the old way.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text })
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
