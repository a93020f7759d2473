import { type Target, uploader } from '../uploader/index.ts'

/** Opens the browser's own chooser; what is chosen goes up. */
export function usePicker(target: Target | null) {
  return (kind: 'files' | 'folder') => {
    if (!target) return
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    if (kind === 'folder') input.webkitdirectory = true
    input.addEventListener('change', () => {
      if (input.files?.length) void uploader.add(input.files, target)
    })
    input.click()
  }
}
