/** `mime` of a folder. */
export const DIRECTORY = 'directory'
