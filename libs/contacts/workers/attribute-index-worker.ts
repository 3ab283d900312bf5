import { IndexAttributes } from '../commands/index-attributes.command.js';
import { ATTRIBUTE_INDEXING, type AttributeIndexingRow } from '../domain/attribute-indexing.js';
import { type ContactWalkPorts, ContactWalkWorker } from './contact-walk-worker.js';

/**
 * Indexes the contacts of workspaces whose searchable attributes changed
 * (docs/adr/0063-contacts-are-found-by-declared-attributes.md).
 */
export class AttributeIndexWorker extends ContactWalkWorker<AttributeIndexingRow> {
  constructor(ports: ContactWalkPorts) {
    super(ports, {
      worker: 'attribute_indexing',
      walks: ATTRIBUTE_INDEXING,
      next: (context) => new IndexAttributes(context),
    });
  }
}
