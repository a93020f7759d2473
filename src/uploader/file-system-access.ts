/** The part of the File System Access API that the browsers' common type library leaves out; absent in some browsers. */
type Permission = { mode: 'read' }

declare global {
  interface FileSystemHandle {
    queryPermission?(permission: Permission): Promise<PermissionState>
    requestPermission?(permission: Permission): Promise<PermissionState>
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
  }
  interface Window {
    showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>
    showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>
  }
}

/** Whether a stored handle may be read without asking the user again. */
export async function mayRead(handle: FileSystemHandle): Promise<boolean> {
  return (await (handle.queryPermission?.({ mode: 'read' }) ?? 'granted')) === 'granted'
}

/** Asks the user; needs a click that is going on. */
export async function askToRead(handle: FileSystemHandle): Promise<boolean> {
  return (await (handle.requestPermission?.({ mode: 'read' }) ?? 'granted')) === 'granted'
}
