import { ViewAsFrame } from '../resources/rights/view-as.tsx'
import SpaceShow from '../resources/spaces/show.tsx'

/** A space, as oneself or as somebody else. */
export default function ConsoleSpace() {
  return (
    <ViewAsFrame>
      <SpaceShow />
    </ViewAsFrame>
  )
}
