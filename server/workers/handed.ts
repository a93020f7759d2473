import type { ChildProcess } from 'node:child_process'

/** A listening port hands over one connection at a time and waits for the word of the worker; there are few ports. */
const HANDED_MAX = 16

const isClosable = (handle: unknown): handle is { close(): void } =>
  typeof handle === 'object' && handle !== null && 'close' in handle

/**
 * Remembers the connections most recently passed to a worker. If it dies before it has confirmed a connection, that
 * connection stays open here forever, and its client waits: the returned function closes them. Closing one that was
 * taken, and is closed here, does nothing.
 */
export function closesWhatItHolds(child: ChildProcess): () => void {
  const handed: { close(): void }[] = []
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (...given: unknown[]) => {
    const [, handle] = given
    if (isClosable(handle)) handed.push(handle)
    if (handed.length > HANDED_MAX) handed.shift()
    return send(...given)
  }
  return () => {
    for (const handle of handed) handle.close()
  }
}
