/** `mime` value of a folder. */
export const DIRECTORY = 'directory'
export const isFolder = ({ mime }: { mime: string }): boolean => mime === DIRECTORY
