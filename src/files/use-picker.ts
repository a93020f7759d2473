import { type Target, uploader } from '../uploader/index.ts'

/** Opens the browser's file picker: with handles, which survive a reload, if supported; else a file input. */
export function usePicker(target: Target | null) {
  return async (kind: 'files' | 'folder'): Promise<void> => {
    if (!target || (await uploader.pick(kind, target))) return
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
