import { useEffect, useState } from 'react'
import { actorOf, useUser } from '#providers/session.ts'
import { FormSkeleton } from '../../src/widgets/Skeleton.tsx'
import { type PartProps, sectionsOf, useSpaceParts } from '../../src/widgets/space-part.tsx'
import { SettingSections } from './setting-nav.tsx'

/** The settings: one section per part of the space that has settings, for users who may change them. */
export default function SpaceSetting({ space, onChange }: PartProps) {
  const actor = actorOf(useUser())
  const sections = sectionsOf(useSpaceParts()).filter(({ may }) => may(actor, space))
  if (!useScripts()) return <FormSkeleton />
  const shown = sections.map(({ key, label, View }) => ({
    key,
    label,
    content: <View space={space} onChange={onChange} />,
  }))
  return <SettingSections sections={shown} />
}

/**
 * Whether the scripts of all sections are loaded: they are shown together, since the address may name a section far
 * down.
 */
function useScripts(): boolean {
  const parts = useSpaceParts()
  const [areHere, setHere] = useState(() => sectionsOf(parts).every(({ View }) => View.isHere()))
  useEffect(() => {
    let isShown = true
    void Promise.all(sectionsOf(parts).map(({ View }) => View.prefetch())).then(() => isShown && setHere(true))
    return () => {
      isShown = false
    }
  }, [parts])
  return areHere
}
