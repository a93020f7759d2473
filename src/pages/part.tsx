import { type ComponentType, lazy, memo, Suspense, useState } from 'react'

type Ready = { ready: () => Promise<unknown> }

/**
 * A part of a page with a script of its own. The server, which was told `ready`, draws it with the page; a browser shows
 * what the server drew and brings it to life when its script is there.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & Ready {
  let known: ComponentType<Props> | null = null
  async function ready() {
    known ??= await load()
    return { default: known }
  }
  const Later = lazy(ready) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // One and the same for as long as it is shown, or its state would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Later)
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    )
  }
  // What stands above may be drawn anew while this is not alive yet: the same properties then change nothing.
  return Object.assign(memo(Part) as unknown as ComponentType<Props>, { ready })
}
