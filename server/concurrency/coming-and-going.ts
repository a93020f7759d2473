type Place<One> = { one: One | null; before: Place<One> | null; after: Place<One> | null }

/**
 * Things that come and go all the time, such as requests under way, in the order in which they came. Not a Set or Map:
 * V8 replaces the table of one that is added to and deleted from, over and over, and each old table points to its
 * successor. Once a full collection has moved one of them to the old generation, all that follow survive the young
 * collections with everything that they held, until the next full one.
 */
export function comingAndGoing<One>() {
  const start: Place<One> = { one: null, before: null, after: null }
  let last = start
  return {
    /** Adds one; returns the function that removes it. */
    add(one: One): () => void {
      const place: Place<One> = { one, before: last, after: null }
      last.after = place
      last = place
      return () => {
        const { before, after } = place
        if (!before) return
        before.after = after
        if (after) after.before = before
        else last = before
        place.one = null
        place.before = null
        place.after = null
      }
    },
    *[Symbol.iterator](): Generator<One> {
      for (let place = start.after; place; place = place.after) if (place.one !== null) yield place.one
    },
  }
}
