import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { noteOpened } from './note-opened.ts'

const FILE = 'preview'
const FACTS = 'facts'

/** The file in the frame: one that is opened here, or that the address asks for, once. */
export function useShown(spaceId: string, isSignedIn: boolean) {
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState<FileRecord | null>(null)
  const [isTelling, setTelling] = useState(false)
  const wanted = params.get(FILE)

  const show = (record: FileRecord | null) => {
    setShown(record)
    if (!record) setTelling(false)
    if (record && isSignedIn) noteOpened(spaceId, record)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another wish is told by the address alone
  useEffect(() => {
    if (!wanted) return
    const rest = new URLSearchParams(params)
    setTelling(rest.has(FACTS))
    rest.delete(FILE)
    rest.delete(FACTS)
    setParams(rest, { replace: true })
    // What went wrong is told by the call itself; the folder is there all the same.
    call(files.show, { spaceId, hash: wanted }).then(show, () => {})
  }, [spaceId, wanted])
  return { shown, show, isTelling }
}
