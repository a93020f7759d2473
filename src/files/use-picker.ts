import { type Target, uploader } from '../uploader/index.ts'

/** Opens the browser's file picker: with handles, which survive a reload, if supported; else a file input. */
export function usePicker(target: Target | null) {
  return async (kind: 'files' | 'folder'): Promise<void> => {
    if (!target || (await uploader.pick(kind, target))) return
    // Out of the page, the browser may throw it away while the person still chooses.
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, hidden: true })
    document.body.append(input)
    if (kind === 'folder') input.webkitdirectory = true
    input.addEventListener('cancel', () => input.remove())
    input.addEventListener('change', () => {
      if (input.files?.length) void uploader.add(input.files, target)
      input.remove()
    })
    input.click()
  }
}
