import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { draftCanvas } from '../run-helpers/draft-canvas.ts';
import { renderDocument } from '../run-helpers/render-document.ts';
import type { AudioSynthesizer, BeatDetector, Renderer, StillsRenderer } from '#core/protocol/media-ports.ts';
import type { Media, Run, RunContext } from '#core/protocol/run.ts';
import { planArc } from './arc.ts';
import { chooseShots } from './choose-shots.ts';
import { getCanvas, filmDocument, type Film } from './document.ts';
import type { Input } from './input.ts';
import { keepCuts } from './keep-cuts.ts';
import type { LaunchProposal, Slot } from './proposal.ts';
import { surveyLogo, surveyTakes, type SurveyWorkers } from './run/survey.ts';
import { findLevels, layFilmMusic, makeBed, type LaidMusic } from './run/music.ts';
import { previewSlots } from './run/previews.ts';
import type { launchCut } from './recipe.ts';

type Workers = Media<BeatDetector & AudioSynthesizer & StillsRenderer & Renderer> & SurveyWorkers;

/** The loudness of the film before encoding. Encoders raise true peaks a little: those of most files stay below -1 dB. */
const loudness = { integratedLufs: -14, truePeakDb: -1.5 } as const;

export const run: Run<typeof launchCut, Workers> = {
  propose: async (context, input, before) => {
    const { music, bed, takes } = await analyze(context, input);
    const words = { title: input.title, points: input.points, end: endText(input) };
    const places = keepCuts(planArc(music.film, input.targetSeconds, words), music.film.beats, before);
    const locked = keepLocked(before, places, new Set(takes.map(({ material }) => material)));
    const proposal: LaunchProposal = {
      bpm: Math.round(music.film.bpm * 1000) / 1000,
      confidence: music.confidence,
      tempoAlternates: music.film.tempoAlternates.map((bpm) => Math.round(bpm * 1000) / 1000),
      beats: [...music.film.beats],
      dropSeconds: music.film.dropSeconds,
      music: music.kind,
      musicStartSeconds: music.film.musicStartSeconds,
      takes: takes.map(({ material, footage: { kind, durationSeconds, inside } }) => ({
        material,
        kind,
        durationSeconds,
        ...(inside && { inside }),
      })),
      slots: chooseShots(takes, places, input.seed, locked),
    };
    const parts = bed ? [bed] : [];
    const film = await toFilm(context, input, proposal, { film: music.film, assetId: getMusicId(music, bed) });
    const previews = await previewSlots(context, film, parts);
    const draft = await draftCanvas(context, filmDocument(film), parts);
    return { proposal, previews, draft, warnings: [...music.warnings] };
  },
  make: async (context, input, approved) => {
    const music = await layFilmMusic(context, input);
    const bed = await makeBed(context, input, music);
    const parts = bed ? [bed] : [];
    const film = await toFilm(context, input, approved, { film: music.film, assetId: getMusicId(music, bed) });
    const levels = await findLevels(context, film, parts);
    return renderDocument(context, {
      document: filmDocument({ ...film, levels }),
      name: film.title,
      outputFormat: input.outputFormat,
      parts,
      loudness,
      warnings: music.warnings,
    });
  },
};

/**
 * Analyzes or composes the music, and analyzes the takes at the same time. If one fails, the other is awaited, so that no work
 * continues in the background; no further take is started.
 */
async function analyze(
  context: RunContext<Media<BeatDetector & AudioSynthesizer> & SurveyWorkers>,
  input: Input,
): Promise<{ music: LaidMusic; bed: Asset | null; takes: Awaited<ReturnType<typeof surveyTakes>> }> {
  const stop = new AbortController();
  // The stage is that of the takes: two alternating stages would fill the log of the job.
  const quiet = { ...context, report: () => context.report({}) };
  const prepareMusic = async () => {
    try {
      const music = await layFilmMusic(quiet, input);
      return { music, bed: await makeBed(quiet, input, music) };
    } catch (thrown) {
      stop.abort(thrown);
      throw thrown;
    }
  };
  const [music, takes] = await Promise.allSettled([prepareMusic(), surveyTakes(context, input, stop.signal)]);
  if (music.status === 'rejected') {
    throw music.reason;
  }
  if (takes.status === 'rejected') {
    throw takes.reason;
  }
  return { ...music.value, takes: takes.value };
}

function getMusicId({ assetId }: LaidMusic, bed: Asset | null): string {
  const id = bed?.id ?? assetId;
  if (id === null) {
    throw new Failure('INTERNAL', { message: 'The music of a film was neither given nor composed.' });
  }
  return id;
}

async function toFilm(
  context: RunContext<SurveyWorkers>,
  input: Input,
  proposal: LaunchProposal,
  { assetId, film }: { readonly assetId: string; readonly film: LaidMusic['film'] },
): Promise<Film> {
  return {
    title: input.title || 'Launch cut',
    canvas: getCanvas(input.aspect, input.height),
    frameRate: input.frameRate,
    lengthSeconds: input.targetSeconds,
    proposal,
    takes: await surveyTakes(context, input),
    music: { assetId, passages: film.passages, audioTrack: input.musicAudioTrack },
    levels: { music: 1, speech: 1 },
    logo: await surveyLogo(context, input),
    keepsSpeech: input.keepSpeech,
    audioTrack: input.audioTrack,
  };
}

const endText = ({ endCard, title }: Input): string => endCard.text || title;

/** Returns the slots that the user has locked, each at the slot of its part that starts nearest to its old place. */
function keepLocked(
  before: LaunchProposal | null,
  places: readonly Pick<Slot, 'role' | 'startSeconds'>[],
  materials: ReadonlySet<string>,
): Map<number, Slot> {
  const kept = new Map<number, Slot>();
  for (const slot of before?.slots ?? []) {
    if (!slot.isLocked || !materials.has(slot.shot.material)) {
      continue;
    }
    const distance = (index: number): number => Math.abs((places[index]?.startSeconds ?? 0) - slot.startSeconds);
    const free = places.flatMap(({ role }, index) => (role === slot.role && !kept.has(index) ? [index] : []));
    const [nearest] = free.toSorted((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) {
      kept.set(nearest, slot);
    }
  }
  return kept;
}
