import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { PreviewData, Sibling } from '#contract/preview.ts'
import { watchTheme } from '../widgets/watch-theme.ts'
import { type FramePort, openFramePort } from './frame-port.ts'
import type { FileMessage, FromFrame } from './protocol.ts'
import { readText } from './read-text.ts'
import { ShownError } from './shown-error.ts'

export type FrameStageProps = {
  /** Address of the page in the frame. */
  src: string
  /** Accessible name of the frame. */
  title: string
  /** Loads the data to show; called again with the shown version when its addresses expire. */
  load: (version?: number) => Promise<PreviewData>
  /** The sibling files and how to open one; if absent, the frame gets none. */
  siblings?: (suffixes: string[]) => Promise<Sibling[]>
  onOpen?: (hash: string) => void
}

const themeNow = (): FileMessage['theme'] => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

/**
 * The message that gives a file to a frame. A component with the right to the text only gets the text and no address.
 */
async function fileMessage(
  { type, fileUrl, file, parameters, rights }: PreviewData,
  language: FileMessage['language'],
) {
  const { name, suffix, size, mime, version } = file
  const [address = ''] = fileUrl
  const read = type === 'fileStr' ? await readText(address, size, new AbortController().signal) : null
  const message: FileMessage = {
    type: 'file',
    name,
    suffix,
    size,
    mime,
    version,
    parameters,
    rights,
    language,
    theme: themeNow(),
    addresses: read ? [] : fileUrl,
    ...(read && { text: { content: read.text, isWhole: read.isWhole } }),
  }
  return message
}

type Talk = Omit<FrameStageProps, 'src' | 'title'> & { language: FileMessage['language'] }

/** Handles the requests of a frame, as far as its rights permit. */
function answering(port: () => FramePort, talk: () => Talk, shown: () => PreviewData | null) {
  return async (said: FromFrame): Promise<void> => {
    const { load, siblings, onOpen } = talk()
    const data = shown()
    if (said.type === 'renew') {
      const { type, fileUrl } = await load(data?.file.version)
      port().say({ type: 'renewed', addresses: type === 'fileUrl' ? fileUrl : [] })
    }
    if (!data?.rights.includes('siblings')) return
    if (said.type === 'siblings') port().say({ type: 'siblings', list: (await siblings?.(said.suffixes)) ?? [] })
    if (said.type === 'open') onOpen?.(said.hash)
  }
}

/** Keeps the connection to the frame while it is shown; returns whether it is loading, and throws its failure. */
function useFrame(talk: Talk): { ref: React.RefObject<HTMLIFrameElement | null>; isLoading: boolean } {
  const ref = useRef<HTMLIFrameElement>(null)
  const current = useRef(talk)
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    current.current = talk
  })
  useEffect(() => {
    const frame = ref.current
    if (!frame) return
    let shown: PreviewData | null = null
    const fail = (error: Error) => setFailure(error)
    const tooLate = setTimeout(() => fail(new Error('the frame did not load')), CHUNK_LOAD_TIMEOUT_MS)
    const begin = async () => {
      shown = await current.current.load()
      return fileMessage(shown, current.current.language)
    }
    // Loaded at once, so that a failure is shown even if the frame never responds.
    const task = begin()
    task.catch(fail)
    const answer = answering(
      () => port,
      () => current.current,
      () => shown,
    )
    const port: FramePort = openFramePort(frame, {
      onReady() {
        clearTimeout(tooLate)
        task.then(port.say, fail)
      },
      onMessage(said) {
        if (said.type !== 'state') return void answer(said).catch(fail)
        if (said.state === 'error') fail(new ShownError(said.message ?? ''))
        setLoading(said.state === 'loading')
      },
      onCut: fail,
    })
    const unwatch = watchTheme(() => port.say({ type: 'theme', theme: themeNow() }))
    return () => {
      clearTimeout(tooLate)
      unwatch()
      port.close()
    }
  }, [])
  if (failure) throw failure
  return { ref, isLoading }
}

/**
 * A file in a sandboxed frame with an opaque origin: it has no access to the session or the page, gets expiring
 * addresses, and can only send the protocol's messages. Failures are thrown during rendering, so that the stage shows
 * them.
 */
export function FrameStage({ src, title, ...talk }: FrameStageProps) {
  const { t, i18n } = useTranslation()
  const { ref, isLoading } = useFrame({ ...talk, language: i18n.language === 'en' ? 'en' : 'zh' })
  return (
    <div className="frame-stage">
      <iframe ref={ref} src={src} title={title} sandbox="allow-scripts" allow="" referrerPolicy="no-referrer" />
      {isLoading && <div className="stage-note frame-note">{t('preview.loading')}</div>}
    </div>
  )
}
