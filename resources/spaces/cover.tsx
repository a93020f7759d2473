import { WaveCover } from '../../src/widgets/wave-cover.tsx'

type Props = { cover: string; seed: string; height?: number }

/** The cover picture of a space, or a pattern generated from `seed`. */
export function Cover({ cover, seed, height = 112 }: Props) {
  if (!cover) return <WaveCover seed={seed} height={height} />
  return <img className="space-cover" src={cover} alt="" height={height} loading="lazy" />
}
