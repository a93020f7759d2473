/** Raised by a stop: the task pauses and nothing is shown as an error. The spelling is the specification's (section 8). */
export class UploadStop extends Error {
  constructor() {
    super('file-uplod-stop')
  }
}

/** The bytes on disk are not those that were picked: read again from the start, or pick again. */
export class FileChanged extends Error {}
