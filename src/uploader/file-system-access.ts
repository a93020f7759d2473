/** The part of the File System Access API that TypeScript's DOM types omit; some browsers lack it. */
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

/** Asks the user for permission; must run during a user gesture (click). */
export async function askToRead(handle: FileSystemHandle): Promise<boolean> {
  return (await (handle.requestPermission?.({ mode: 'read' }) ?? 'granted')) === 'granted'
}
