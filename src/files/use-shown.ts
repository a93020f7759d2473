import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { noteOpened } from './note-opened.ts'

const FILE = 'preview'
const METADATA = 'metadata'

/** As it stands now: what is selected is written there without telling the router. */
const addressNow = () => new URLSearchParams(location.search)
function withoutFile(): URLSearchParams {
  const params = addressNow()
  params.delete(FILE)
  params.delete(METADATA)
  return params
}

/** The file in the frame is the one that the address names: Back closes it, a reload and a link open the same. */
export function useShown(spaceId: string, isSignedIn: boolean) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [record, setRecord] = useState<FileRecord | null>(null)
  const isLeaving = useRef(false)
  const wanted = params.get(FILE)
  const shown = record?.hash === wanted ? record : null

  const keep = (opened: FileRecord) => {
    setRecord(opened)
    if (isSignedIn) noteOpened(spaceId, opened)
  }
  /** Goes back to where it was opened from; without such a place it only leaves the address. */
  const close = () => {
    if (!wanted || isLeaving.current) return
    isLeaving.current = true
    if (state?.isPreview) void navigate(-1)
    else setParams(withoutFile(), { replace: true })
  }
  const show = (opened: FileRecord | null) => {
    if (!opened) return close()
    keep(opened)
    const next = addressNow()
    next.set(FILE, opened.hash)
    // Walking from file to file is one step for Back.
    setParams(next, wanted ? { replace: true, state } : { state: { isPreview: true } })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another wish is told by the address alone
  useEffect(() => {
    isLeaving.current = false
    if (!wanted || shown) return
    let isOver = false
    // What went wrong is told by the call itself; the folder is there all the same.
    call(files.show, { spaceId, hash: wanted }).then(
      (found) => isOver || keep(found),
      () => isOver || setParams(withoutFile(), { replace: true }),
    )
    return () => {
      isOver = true
    }
  }, [spaceId, wanted])
  return { shown, show, isMetadataOpen: params.has(METADATA) }
}
