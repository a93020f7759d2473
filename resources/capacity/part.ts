import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({ name: 'capacity', pieces: { figures: () => import('./room.tsx') } })
