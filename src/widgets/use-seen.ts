import { type RefObject, useEffect, useState } from 'react'

/** How far outside of what is visible a card is asked for, so that it is there when somebody scrolls to it. */
const AHEAD = '300px'

/** Whether an element has been near what is visible, or everything is to be there because it is printed. */
export function useSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isSeen || !element) return
    const see = () => setSeen(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && see(), { rootMargin: AHEAD })
    observer.observe(element)
    addEventListener('beforeprint', see)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', see)
    }
  }, [ref, isSeen])
  return isSeen
}
