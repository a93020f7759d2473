import { useQuery } from '@tanstack/react-query'
import type { FileRecord } from '#contract/files.ts'
import { PREVIEW_NONE, PREVIEW_NOT_INSTALLED, type PreviewComponent } from '#contract/preview.ts'
import type { PreviewSource } from './source.ts'

/** States of a preview. Source: spec section 4; polled while a component is being installed. */
export type ViewersState =
  | { kind: 'loading' }
  | { kind: 'error'; error: unknown; look: () => void }
  /** `component` would show the file; null: which one would is not known. */
  | { kind: 'notinst'; component: PreviewComponent | null; marketPage: string; look: () => void }
  | { kind: 'notexist' }
  | { kind: 'finish'; viewers: PreviewComponent[] }

/** The viewers available for a file in its source. */
export function useViewers(source: PreviewSource, file: FileRecord): ViewersState {
  const query = useQuery({
    queryKey: ['viewers', source.id, file.hash],
    queryFn: () => source.components(file.hash),
    // The previous file's viewers must not be used for this file.
    placeholderData: undefined,
  })
  const { data } = query
  const look = () => void query.refetch()
  if (query.isError) return { kind: 'error', error: query.error, look }
  if (!data) return { kind: 'loading' }
  const { status, matchComponent: component = null, marketPage = '' } = data
  if (status === PREVIEW_NOT_INSTALLED) return { kind: 'notinst', component, marketPage, look }
  if (status === PREVIEW_NONE || !data.components.length) return { kind: 'notexist' }
  return { kind: 'finish', viewers: data.components }
}
