import { FromFrame, Ready, type ToFrame } from './protocol.ts'

/**
 * Limits on the messages of a frame: bytes per message and messages per second; a frame that exceeds them is cut (our
 * choice).
 */
const FRAME_MESSAGE_BYTES = 65_536
export const FRAME_MESSAGES_SECOND = 100

/** A frame was cut because its message was not in the protocol or exceeded a limit. */
export class FrameCut extends Error {}

const SECOND_MS = 1000

/** Counts messages; returns false once the limit per second is exceeded. */
export function messageMeter(now: () => number = () => performance.now()) {
  let since = 0
  let count = 0
  return (): boolean => {
    const at = now()
    if (at - since >= SECOND_MS) {
      since = at
      count = 0
    }
    count += 1
    return count <= FRAME_MESSAGES_SECOND
  }
}

/** Validates a message of a frame. Throws FrameCut. */
export function heard(data: unknown): FromFrame {
  const said = FromFrame.safeParse(data)
  if (!said.success) throw new FrameCut('a message that is not in the protocol')
  if (JSON.stringify(said.data).length > FRAME_MESSAGE_BYTES) throw new FrameCut('a message that is too long')
  return said.data
}

export type FramePort = { say: (message: ToFrame) => void; close: () => void }
type Listener = {
  /** Called when the frame is ready to receive a file. */
  onReady: () => void
  onMessage: (message: FromFrame) => void
  onCut: (reason: FrameCut) => void
}

/**
 * The page's end of the connection to a frame. The sender of `ready` is identified by its window, because a sandboxed
 * frame has no origin. The port is given only once, so that documents loaded into the frame later get none.
 */
export function openFramePort(frame: HTMLIFrameElement, { onReady, onMessage, onCut }: Listener): FramePort {
  const { port1, port2 } = new MessageChannel()
  const isFew = messageMeter()
  let isOpen = false
  const close = () => {
    removeEventListener('message', greet)
    port1.close()
  }
  function greet({ source, data }: MessageEvent) {
    if (isOpen || source !== frame.contentWindow || !Ready.safeParse(data).success) return
    isOpen = true
    frame.contentWindow?.postMessage({ ds: 1, type: 'port' }, '*', [port2])
    onReady()
  }
  port1.onmessage = ({ data }: MessageEvent) => {
    try {
      if (!isFew()) throw new FrameCut('too many messages')
      onMessage(heard(data))
    } catch (reason) {
      close()
      onCut(reason instanceof FrameCut ? reason : new FrameCut('a message that could not be read', { cause: reason }))
    }
  }
  addEventListener('message', greet)
  return { say: (message) => port1.postMessage(message), close }
}
