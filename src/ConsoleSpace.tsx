import { ViewAsFrame } from '../resources/rights/view-as.tsx'
import SpaceShow from '../resources/spaces/show.tsx'

/** The page of a space, with the frame for viewing it as somebody else. */
export default function ConsoleSpace() {
  return (
    <ViewAsFrame>
      <SpaceShow />
    </ViewAsFrame>
  )
}
