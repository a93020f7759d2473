import { type ComponentType, lazy, memo, Suspense, useState } from 'react'
import { nextInteraction } from './first-interaction.ts'

type Ready = { ready: () => Promise<unknown> }

/** Retries at the next interaction. An error would remove the whole page, which can be read without the part. */
const loadPatiently = <T,>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await nextInteraction()
    return loadPatiently(load)
  })

/**
 * A part of a page with its own chunk. The server awaits `ready` and renders the part with the page; the browser keeps
 * the server's HTML and hydrates it when the chunk has loaded.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & Ready {
  let known: ComponentType<Props> | null = null
  async function ready() {
    known ??= await (import.meta.env.SSR ? load() : loadPatiently(load))
    return { default: known }
  }
  const Later = lazy(ready) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // The component must stay the same while it is mounted, otherwise its state would be lost.
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Later)
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    )
  }
  // Memoized, so that re-rendering a parent with equal props does not disturb a part that is not hydrated yet.
  return Object.assign(memo(Part) as unknown as ComponentType<Props>, { ready })
}
