/** Thrown on a stop: the task pauses and no error is shown. The spelling is the specification's (section 8). */
export class UploadStop extends Error {
  constructor() {
    super('file-uplod-stop')
  }
}

/** The file on disk has changed since it was picked: it must be read from the start or picked again. */
export class FileChanged extends Error {}
