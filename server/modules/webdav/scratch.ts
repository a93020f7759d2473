/**
 * Whether a name is that of a file that operating systems and office programs add themselves: resource forks and folder
 * settings of macOS, thumbnails of Windows, lock files of office programs.
 */
export const isScratchName = (name: string): boolean =>
  /^\._./.test(name) ||
  /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name) ||
  /^\.~lock\..+#$/.test(name) ||
  /^~\$./.test(name)
