import { type Target, uploader } from '../uploader/index.ts'

/** Asks the browser for files: by handles that a reload survives where it has them, else by its plain chooser. */
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
