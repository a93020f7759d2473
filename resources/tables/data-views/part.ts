import { defineSpacePart } from '../../../src/widgets/space-part.tsx'

export default defineSpacePart({ name: 'dataViews', renews: ['dataViews'] })
