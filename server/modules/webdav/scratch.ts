/**
 * Whether a name is one by which machines leave small files of their own beside those of people: the other fork of a
 * file on macOS, how a folder is shown, pictures of Windows, who has a document open in an office program.
 */
export const isScratchName = (name: string): boolean =>
  /^\._./.test(name) ||
  /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name) ||
  /^\.~lock\..+#$/.test(name) ||
  /^~\$./.test(name)
