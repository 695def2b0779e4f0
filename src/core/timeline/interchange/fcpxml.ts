import type { TimelineDocument } from '../document.ts';
import { getDocumentSeconds } from '../schedule.ts';
import { toResources } from './fcpxml-resources.ts';
import { toStory } from './fcpxml-story.ts';
import { createClock } from './fcpxml-time.ts';
import type { MediaFiles } from './media-file.ts';
import { element, toXml } from './xml.ts';

/**
 * Writes a document as FCPXML 1.10, which Final Cut Pro and DaVinci Resolve read. It contains videos, images, audio and texts with
 * their times, positions, volumes and speeds. Animated values have their initial value. Shapes and bubbles are omitted.
 */
export function toFcpxml(document: TimelineDocument, files: MediaFiles): string {
  const clock = createClock(document.frameRate);
  const resources = toResources(document, files);
  const sequence = element(
    'sequence',
    {
      format: resources.formatId,
      duration: clock.write(clock.countFrames(getDocumentSeconds(document))),
      tcStart: '0s',
      tcFormat: 'NDF',
      audioLayout: 'stereo',
      audioRate: '48k',
    },
    [element('spine', {}, toStory(document, resources, clock))],
  );
  const project = element('project', { name: document.title }, [sequence]);
  return toXml(
    element('fcpxml', { version: '1.10' }, [
      element('resources', {}, resources.elements),
      element('library', {}, [element('event', { name: document.title }, [project])]),
    ]),
    'fcpxml',
  );
}
