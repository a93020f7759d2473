import { useState } from 'react'
import { type DetailTab, detailTabs } from './section.ts'

const KEY = 'files-details-tab'

/** The tab of the details; stored, so that the same one is shown for every item and space. */
export function useDetailTab(offered: readonly DetailTab[]) {
  const [chosen, choose] = useState(() => detailTabs.find((tab) => tab === localStorage.getItem(KEY)) ?? 'overview')
  const tab = offered.includes(chosen) ? chosen : 'overview'
  const setTab = (next: DetailTab) => {
    localStorage.setItem(KEY, next)
    choose(next)
  }
  return { tab, setTab }
}
