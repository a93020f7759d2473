import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Board } from '#contract/reports/board.ts'
import type { BoardAddress } from './address.ts'

/** A board on the whole screen, with nothing but its data; its tabs follow each other. Escape ends it. */
export function usePresenting(
  place: RefObject<HTMLElement | null>,
  board: Pick<Board, 'tabs' | 'pageSeconds'> | null,
  { tab, openTab }: Pick<BoardAddress, 'tab' | 'openTab'>,
) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === place.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [place])
  const begin = useCallback(() => {
    // Without permission for full screen, the page stays as it is.
    place.current?.requestFullscreen().catch(() => setOn(false))
  }, [place])
  const keys = board?.tabs.map(({ key }) => key).join(' ') ?? ''
  const seconds = board?.pageSeconds ?? 0
  useEffect(() => {
    const all = keys.split(' ')
    if (!isOn || all.length < 2) return
    const turn = (step: number) => {
      const at = Math.max(0, all.indexOf(tab ?? ''))
      openTab(all[(at + step + all.length) % all.length] ?? null, { replace: true })
    }
    const timer = setInterval(() => turn(1), seconds * 1000)
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight' || key === 'PageDown') turn(1)
      if (key === 'ArrowLeft' || key === 'PageUp') turn(-1)
    }
    addEventListener('keydown', onKey)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', onKey)
    }
  }, [isOn, keys, seconds, tab, openTab])
  return { isOn, begin }
}
