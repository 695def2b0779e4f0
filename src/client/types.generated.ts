/* Generated from the OpenAPI description by `npm run client`. */

/**
 * An item to send.
 */
export type ItemInput =
  VideoItemInput | PictureItemInput | TextItemInput | BubblesItemInput | ShapeItemInput | SoundItemInput;
/**
 * A number, or keyframes. The default easing is `linear`.
 */
export type NewAnimatable =
  | number
  | {
      keyframes: {
        atSeconds: number;
        value: number;
        easing?: undefined | Easing;
      }[];
    };
/**
 * The interpolation from a keyframe to the next.
 */
export type Easing = 'linear' | 'ease-in' | 'ease-out' | 'ease-in-out' | 'overshoot' | 'hold';
/**
 * The blend mode of an item with the items below it.
 */
export type BlendMode =
  | 'normal'
  | 'multiply'
  | 'screen'
  | 'overlay'
  | 'darken'
  | 'lighten'
  | 'color-dodge'
  | 'color-burn'
  | 'hard-light'
  | 'soft-light'
  | 'difference'
  | 'exclusion';
/**
 * An item of a track.
 */
export type Item = VideoItem | PictureItem | TextItem | BubblesItem | ShapeItem | SoundItem;
/**
 * A number, or keyframes in the order of time. Their times count from the item's start.
 */
export type Animatable =
  | number
  | {
      keyframes: {
        atSeconds: number;
        value: number;
        easing: Easing;
      }[];
    };
/**
 * A change of a document. Omitted fields have their default values.
 */
export type Edit =
  | {
      type: 'add-item';
      trackId: string;
      item: NewItem;
      fit?: undefined | 'exact' | 'insert';
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'remove-item';
      itemId: string;
    }
  | {
      type: 'replace-item';
      itemId: string;
      item: NewItem;
    }
  | {
      type: 'move';
      itemId: string;
      startSeconds: number;
      trackId?: undefined | string;
    }
  | {
      type: 'move-items';
      moves: {
        itemId: string;
        startSeconds: number;
        trackId?: undefined | string;
      }[];
      fit?: undefined | 'exact' | 'insert';
      magneticTrackId?: undefined | string;
    }
  | {
      type: 'duplicate';
      itemId: string;
      newId?: undefined | string;
      startSeconds?: undefined | number;
      trackId?: undefined | string;
      fit?: undefined | 'exact' | 'insert';
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'trim';
      itemId: string;
      edge: 'start' | 'end';
      atSeconds: number;
    }
  | {
      type: 'split';
      itemId: string;
      atSeconds: number;
      newId?: undefined | string;
    }
  | {
      type: 'join';
      itemId: string;
    }
  | {
      type: 'roll';
      itemId: string;
      atSeconds: number;
    }
  | {
      type: 'slip';
      itemId: string;
      sourceStartSeconds: number;
    }
  | {
      type: 'ripple-delete';
      itemId: string;
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'ripple-trim';
      itemId: string;
      edge: 'start' | 'end';
      atSeconds: number;
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'close-gap';
      trackId: string;
      atSeconds: number;
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'set-speed';
      itemId: string;
      speed: number;
      fit?: undefined | 'ripple' | 'keep' | 'shorten';
      tracks?: undefined | 'this' | 'all' | 'connected';
      linkedIds?: undefined | string[];
    }
  | {
      type: 'set';
      itemId: string;
      properties: {
        name?: undefined | string | null;
        startSeconds?: undefined | number | null;
        durationSeconds?: undefined | number | null;
        role?: undefined | string | null;
        groupId?: undefined | string | null;
        isHidden?: undefined | boolean | null;
        isLocked?: undefined | boolean | null;
        assetId?: undefined | string | null;
        sourceStartSeconds?: undefined | number | null;
        speed?: undefined | number | null;
        sourceDurationSeconds?: undefined | number | null;
        proxyAssetId?: undefined | string | null;
        x?: undefined | NewAnimatable | null;
        y?: undefined | NewAnimatable | null;
        width?: undefined | NewAnimatable | null;
        height?: undefined | NewAnimatable | null;
        rotation?: undefined | NewAnimatable | null;
        opacity?: undefined | NewAnimatable | null;
        crop?: undefined | Crop | null;
        blend?: undefined | BlendMode | null;
        blurPx?: undefined | NewAnimatable | null;
        flip?: undefined | ('none' | 'horizontal' | 'vertical' | 'both') | null;
        fadeInSeconds?: undefined | number | null;
        fadeOutSeconds?: undefined | number | null;
        transition?: undefined | Transition | null;
        audioTrack?: undefined | number | null;
        volume?: undefined | NewAnimatable | null;
        isMuted?: undefined | boolean | null;
        keepsPitch?: undefined | boolean | null;
        ducksUnder?: undefined | string | null;
        text?: undefined | string | null;
        font?: undefined | string | null;
        fontAssetId?: undefined | string | null;
        weight?: undefined | number | null;
        sizePx?: undefined | number | null;
        fill?: undefined | string | null;
        stroke?: undefined | Stroke | null;
        shadow?: undefined | Shadow | null;
        plate?: undefined | Plate | null;
        align?: undefined | ('left' | 'center' | 'right') | null;
        lineHeight?: undefined | number | null;
        letterSpacing?: undefined | number | null;
        entrance?: undefined | Motion | null;
        exit?: undefined | Motion | null;
        messages?: undefined | NewMessage[] | null;
        layout?: undefined | ('overlay' | 'chat') | null;
        side?: undefined | ('left' | 'right') | null;
        style?: undefined | ('neutral' | 'blue' | 'green' | 'dark') | null;
        colors?: undefined | BubbleColors | null;
        contactName?: undefined | string | null;
        scale?: undefined | number | null;
        shape?: undefined | ('rectangle' | 'ellipse' | 'line') | null;
        cornerPx?: undefined | number | null;
      };
    }
  | {
      type: 'set-keyframe';
      itemId: string;
      property: 'x' | 'y' | 'width' | 'height' | 'rotation' | 'opacity' | 'blurPx' | 'volume';
      atSeconds: number;
      value: number;
      easing?: undefined | Easing;
    }
  | {
      type: 'remove-keyframe';
      itemId: string;
      property: 'x' | 'y' | 'width' | 'height' | 'rotation' | 'opacity' | 'blurPx' | 'volume';
      atSeconds: number;
    }
  | {
      type: 'group';
      itemIds: string[];
      groupId?: undefined | string;
    }
  | {
      type: 'ungroup';
      groupId: string;
    }
  | {
      type: 'add-track';
      track: {
        id?: undefined | string;
        name: string;
        kind: 'visual' | 'sound';
      };
      index?: undefined | number;
    }
  | {
      type: 'remove-track';
      trackId: string;
    }
  | {
      type: 'move-track';
      trackId: string;
      index: number;
    }
  | {
      type: 'set-track';
      trackId: string;
      name?: undefined | string;
      isHidden?: undefined | boolean;
      isMuted?: undefined | boolean;
      isLocked?: undefined | boolean;
    }
  | {
      type: 'add-marker';
      atSeconds: number;
      label: string;
      markerId?: undefined | string;
    }
  | {
      type: 'set-marker';
      markerId: string;
      atSeconds?: undefined | number;
      label?: undefined | string;
    }
  | {
      type: 'remove-marker';
      markerId: string;
    }
  | {
      type: 'set-canvas';
      title?: undefined | string;
      width?: undefined | number;
      height?: undefined | number;
      frameRate?: undefined | number;
      background?:
        | undefined
        | {
            type: 'transparent';
          }
        | {
            type: 'color';
            color: string;
          };
    };
/**
 * An item to add. Omitted fields have their default values; an omitted id is generated.
 */
export type NewItem = NewVideoItem | NewPictureItem | NewTextItem | NewBubblesItem | NewShapeItem | NewSoundItem;
export type LabLatency =
  | {
      kind: 'none';
    }
  | {
      kind: 'fixed';
      seconds: number;
    }
  | {
      kind: 'lognormal';
      medianSeconds: number;
      sigma: number;
      seed: number;
    };

export interface OperationTypes {
  /**
   * List the template catalog
   */
  listRecipes: {
    params: {};
    query: {};
    body: undefined;
    data: Template[];
  };
  /**
   * Estimate the price, duration and blockers of a run, free of charge
   */
  getEstimate: {
    params: {};
    query: {
      recipeId:
        'remove-background' | 'tighten' | 'message-bubbles' | 'text-behind' | 'tracked-title-card' | 'launch-cut';
      /**
       * Duration of the video, for a better etaSeconds.
       */
      durationSeconds?: undefined | number;
      /**
       * Material of the run, for a better etaSeconds by its frame rate, size and duration. With durationSeconds, only that much of it counts. A video that is too small for the recipe is refused.
       */
      material?: undefined | string;
      /**
       * Quality of the run, for a better etaSeconds.
       */
      quality?: undefined | 'best' | 'fast';
      /**
       * Model that the run names, for a better etaSeconds.
       */
      model?: undefined | string;
      /**
       * Subject of the run, which decides the model that the run needs.
       */
      subject?: undefined | 'auto' | 'person' | 'object';
      /**
       * Layout of message-bubbles, which decides whether the run needs a model.
       */
      layout?: undefined | 'overlay' | 'chat' | 'behind';
    };
    body: undefined;
    data: Estimate;
  };
  /**
   * Create an upload ticket for one file, valid for 30 minutes
   */
  createUpload: {
    params: {};
    query: {};
    body: {
      /**
       * The purpose of the file, as free text.
       */
      purpose?: undefined | string;
    };
    data: UploadTicket;
  };
  /**
   * Upload a file with a ticket as the credential
   */
  fillUpload: {
    params: {
      /**
       * The ticket that POST /v1/uploads returned.
       */
      ticket: string;
    };
    query: {};
    body: undefined;
    data: UploadedFile;
  };
  /**
   * Get the status of an upload ticket
   */
  getUpload: {
    params: {
      /**
       * The ticket that POST /v1/uploads returned.
       */
      ticket: string;
    };
    query: {};
    body: undefined;
    data: TicketState;
  };
  /**
   * Run Remove background
   */
  'run:remove-background': {
    params: {};
    query: {};
    body: {
      /**
       * A handle from an upload ticket, or a public https URL that this browser can read (CORS).
       */
      material: string;
      /**
       * best: the highest quality. fast: faster, with a less exact edge.
       */
      quality?: undefined | 'best' | 'fast';
      /**
       * webm: VP9 with a true alpha channel. mov: ProRes 4444 with a true alpha channel. mp4: H.264 over a plain color, for chroma keying.
       */
      outputFormat?: undefined | 'webm' | 'mov' | 'mp4';
      /**
       * The temporal smoothing of the matte.
       */
      smoothing?: undefined | number;
      /**
       * The part of the source to use, in seconds.
       */
      trim?: undefined | {
        startSeconds: number;
        endSeconds: number;
      };
      /**
       * The subject to cut out: people, or the main object.
       */
      subject?: undefined | 'auto' | 'person' | 'object';
      /**
       * The id of an installed model, which is then used alone; by default the best for the subject, and at `best` its ensemble.
       */
      model?: undefined | string;
      /**
       * The background of mp4.
       */
      green?: undefined | string;
      /**
       * The position and softness of the edge.
       */
      edge?: undefined | {
        /**
         * Moves the edge outwards; negative values move it inwards.
         */
        shiftPx?: undefined | number;
        /**
         * Softens the edge.
         */
        featherPx?: undefined | number;
        /**
         * Removes the color of the old background from the edge.
         */
        decontaminate?: undefined | boolean;
      };
      /**
       * The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.
       */
      audioTrack?: undefined | number;
    };
    data: SyncRunResult;
  };
  /**
   * Run Tighten
   */
  'run:tighten': {
    params: {};
    query: {};
    body: {
      /**
       * A handle from an upload ticket, or a public https URL that this browser can read (CORS).
       */
      material: string;
      /**
       * The level below which audio is not speech. If empty, it adapts to the noise of the clip.
       */
      thresholdDb?: undefined | number | null;
      /**
       * Shorter pauses are not cut.
       */
      minSilenceSeconds?: undefined | number;
      /**
       * The minimum time to keep before and after a word.
       */
      paddingSeconds?: undefined | number;
      /**
       * The part of a pause to keep, half at each end. The minimum and the default are twice the padding.
       */
      keepGapSeconds?: undefined | number;
      /**
       * Shorter sounds, such as clicks, are not speech.
       */
      minSpeechSeconds?: undefined | number;
      /**
       * The run is refused if a larger share of the clip would be removed.
       */
      maxRemovedShare?: undefined | number;
      /**
       * Spans of the clip in which nothing is cut.
       */
      protect?: undefined | {
        startSeconds: number;
        endSeconds: number;
      }[];
      /**
       * Keeps a pause with much motion in the video. No effect on audio files.
       */
      protectMotion?: undefined | boolean;
      /**
       * cut: hard cut. dissolve: over 0.2 s. punch-in: every other passage is scaled up a little. Audio files fade out and in.
       */
      joins?: undefined | 'cut' | 'dissolve' | 'punch-in';
      /**
       * The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.
       */
      audioTrack?: undefined | number;
      /**
       * For a video: mp4: H.264, plays everywhere; webm: VP9, smaller; mov: ProRes 4444, large, for editing. For an audio file: m4a: AAC, also the meaning of mp4; wav: uncompressed.
       */
      outputFormat?: undefined | 'mp4' | 'webm' | 'mov' | 'm4a' | 'wav';
      /**
       * Approves the proposal automatically, without a review.
       */
      autoApprove?: undefined | boolean;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * Run Message bubbles
   */
  'run:message-bubbles': {
    params: {};
    query: {};
    body: {
      /**
       * The video below the bubbles; optional.
       */
      material?: undefined | string;
      /**
       * The conversation, in order. Missing times are computed from the reading time.
       */
      messages: {
        /**
         * The sender: me on one side, them on the other.
         */
        from: 'me' | 'them';
        /**
         * The text of the bubble, at most 1,000 characters, with any line breaks; may be empty if there is an image.
         */
        text?: undefined | string;
        /**
         * An emoji on the corner of the bubble.
         */
        reaction?: undefined | string;
        /**
         * The status of a message of mine.
         */
        receipt?: undefined | 'sent' | 'delivered' | 'read';
        /**
         * An image in the bubble: its handle or https URL.
         */
        imageMaterial?: undefined | string;
        /**
         * The time at which the bubble enters.
         */
        atSeconds?: undefined | number;
        /**
         * The duration of the typing indicator before that.
         */
        typingSeconds?: undefined | number;
      }[];
      /**
       * overlay: only bubbles. chat: a full screen with header and date. behind: between background and subject.
       */
      layout?: undefined | 'overlay' | 'chat' | 'behind';
      /**
       * The side of my bubbles.
       */
      side?: undefined | 'left' | 'right';
      /**
       * The colors and the receipts: text below the bubble, or ticks inside it in green.
       */
      style?: undefined | 'neutral' | 'blue' | 'green' | 'dark';
      /**
       * The colors of the bubbles and their text, instead of those of the style.
       */
      colors?: undefined | {
        me: string;
        meText: string;
        them: string;
        themText: string;
      };
      /**
       * The name at the top of the chat.
       */
      contactName?: undefined | string;
      /**
       * A pop for each message, and typing sounds.
       */
      sounds?: undefined | boolean;
      /**
       * The size of bubbles and text, as a multiple of the size that suits the video.
       */
      scale?: undefined | number;
      /**
       * For a chat without a video; by default its shorter side has 720 pixels.
       */
      height?: undefined | number;
      /**
       * For a chat without a video.
       */
      aspect?: undefined | '16:9' | '9:16' | '1:1' | '4:5';
      /**
       * For a chat without a video.
       */
      frameRate?: undefined | number;
      /**
       * For a chat without a video; by default webm and mov are transparent and mp4 suits the style.
       */
      background?: undefined | string;
      /**
       * The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.
       */
      audioTrack?: undefined | number;
      /**
       * mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.
       */
      outputFormat?: undefined | 'mp4' | 'webm' | 'mov';
      /**
       * Approves the proposal automatically, without a review.
       */
      autoApprove?: undefined | boolean;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * Run Text behind
   */
  'run:text-behind': {
    params: {};
    query: {};
    body: {
      /**
       * A handle from an upload ticket, or a public https URL that this browser can read (CORS).
       */
      material: string;
      /**
       * The text, 1 to 80 characters; a line feed starts a new line.
       */
      text: string;
      /**
       * The font. Letters that it lacks come from fonts of their script.
       */
      font?: undefined | 'Inter' | 'Anton' | 'Bebas Neue' | 'Archivo Black' | 'Playfair Display' | 'Caveat';
      /**
       * The weight of the letters, 100 to 900, if the font has several.
       */
      weight?: undefined | number;
      /**
       * The color of the letters; by default one that contrasts with the background.
       */
      fill?: undefined | string;
      /**
       * An outline around the letters.
       */
      stroke?: undefined | {
        color: string;
        widthPx: number;
      };
      /**
       * The case of the letters: as given, all upper case, all lower case, or each word with a capital.
       */
      case?: undefined | 'none' | 'upper' | 'lower' | 'title';
      /**
       * The center of the text in pixels of the source; by default a position that the subject crosses.
       */
      position?: undefined | {
        x: number;
        y: number;
      };
      /**
       * The font size in pixels of the source; by default the text is 80 to 90 % as wide as the frame.
       */
      sizePx?: undefined | number;
      /**
       * In degrees, clockwise around the center.
       */
      rotation?: undefined | number;
      /**
       * The time span of the text in seconds of the source, within one shot. By default the whole clip if it is one shot, else its longest shot.
       */
      window?: undefined | {
        startSeconds: number;
        endSeconds: number;
      };
      /**
       * The animation at the start.
       */
      entrance?: undefined | 'none' | 'fade' | 'rise' | 'scale' | 'wipe';
      /**
       * The animation at the end.
       */
      exit?: undefined | 'none' | 'fade' | 'rise' | 'scale' | 'wipe';
      /**
       * The opacity of the letters, 0.05 to 1.
       */
      opacity?: undefined | number;
      /**
       * The blend mode of the letters.
       */
      blend?: undefined | 'normal' | 'screen' | 'multiply' | 'overlay' | 'difference';
      /**
       * best: the finest edge of the subject. fast: faster, with a less exact edge.
       */
      quality?: undefined | 'best' | 'fast';
      /**
       * The subject in front of the text: people, or the main object.
       */
      subject?: undefined | 'auto' | 'person' | 'object';
      /**
       * The id of an installed model, which then creates the mattes alone.
       */
      model?: undefined | string;
      /**
       * The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.
       */
      audioTrack?: undefined | number;
      /**
       * mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.
       */
      outputFormat?: undefined | 'mp4' | 'webm' | 'mov';
      /**
       * Approves the proposal automatically, without a review.
       */
      autoApprove?: undefined | boolean;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * Run Tracked title card
   */
  'run:tracked-title-card': {
    params: {};
    query: {};
    body: {
      /**
       * A handle from an upload ticket, or a public https URL that this browser can read (CORS).
       */
      material: string;
      /**
       * The title of the card; long titles take several lines.
       */
      title: string;
      /**
       * A smaller line below it.
       */
      subtitle?: undefined | string;
      /**
       * card: a dark box. label: a light box with a pointer. outline: a frame. minimal: only text.
       */
      style?: undefined | 'card' | 'label' | 'outline' | 'minimal';
      /**
       * The target that the card follows: a box or a point at a time of the video, a face, or auto: a face, else the main object.
       */
      target?:
        | undefined
        | {
            atSeconds: number;
            box: {
              x: number;
              y: number;
              width: number;
              height: number;
            };
          }
        | {
            atSeconds: number;
            point: {
              x: number;
              y: number;
            };
          }
        | ('face' | 'auto');
      /**
       * The side of the target on which the card is placed; auto: the side with the most room.
       */
      placement?: undefined | 'auto' | 'above' | 'below' | 'left' | 'right';
      /**
       * The distance between target and card; by default it suits the font size.
       */
      offsetPx?: undefined | number;
      /**
       * Cuts the subject out and shows it in front of the card.
       */
      isBehindSubject?: undefined | boolean;
      /**
       * The time span of the card; by default the target's shot.
       */
      window?: undefined | {
        startSeconds: number;
        endSeconds: number;
      };
      /**
       * 0: the card follows every movement. 100: it drifts slowly after the target.
       */
      smoothing?: undefined | number;
      /**
       * The color of the bar of a card and of the line of minimal.
       */
      accent?: undefined | string;
      /**
       * The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.
       */
      audioTrack?: undefined | number;
      /**
       * mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.
       */
      outputFormat?: undefined | 'mp4' | 'webm' | 'mov';
      /**
       * Approves the proposal automatically, without a review.
       */
      autoApprove?: undefined | boolean;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * Run Launch cut
   */
  'run:launch-cut': {
    params: {};
    query: {};
    body: {
      /**
       * The takes: 1 to 20 videos and images.
       *
       * Items: A handle from an upload ticket, or a public https URL that this browser can read (CORS).
       */
      materials?: undefined | string[];
      /**
       * The take, if there is only one.
       */
      material?: undefined | string;
      /**
       * An audio file, or a video whose audio is the music. If absent, music is composed for the film.
       */
      music?: undefined | string | null;
      /**
       * The tempo of the music, if you know it; detected by default.
       */
      bpm?: undefined | number | null;
      /**
       * The duration of the film.
       */
      targetSeconds?: undefined | 15 | 30 | 60;
      /**
       * The aspect ratio of the film.
       */
      aspect?: undefined | '16:9' | '9:16' | '1:1' | '4:5';
      /**
       * The shorter side of the film.
       */
      height?: undefined | number;
      /**
       * Frames per second.
       */
      frameRate?: undefined | number;
      /**
       * The subject of the film; shown at the reveal.
       */
      title?: undefined | string;
      /**
       * The messages of the film, a few words each; shown one after the other after the reveal.
       */
      points?: undefined | string[];
      /**
       * The content of the end card.
       */
      endCard?: undefined | {
        /**
         * The last words; the title if absent.
         */
        text?: undefined | string;
        /**
         * An image of the logo, preferably with a transparent background.
         */
        logoMaterial?: undefined | string;
      };
      /**
       * Keeps the audio of the takes, with lower music under it.
       */
      keepSpeech?: undefined | boolean;
      /**
       * Another number gives another choice of shots, and other music if it is composed.
       */
      seed?: undefined | number;
      /**
       * The audio track of the takes if `keepSpeech` keeps their audio: the `index` of one of `audioTracks` of the material. Every video must have it. By default the default track of each file.
       */
      audioTrack?: undefined | number;
      /**
       * The audio track of `music`: the `index` of one of its `audioTracks`. By default the default track of the file.
       */
      musicAudioTrack?: undefined | number;
      /**
       * mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.
       */
      outputFormat?: undefined | 'mp4' | 'webm' | 'mov';
      /**
       * Approves the proposal automatically, without a review.
       */
      autoApprove?: undefined | boolean;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * List recent jobs, newest first
   */
  listJobs: {
    params: {};
    query: {
      status?: undefined | 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      recipeId?:
        | undefined
        | 'remove-background'
        | 'tighten'
        | 'message-bubbles'
        | 'text-behind'
        | 'tracked-title-card'
        | 'launch-cut'
        | 'export';
      limit?: undefined | number;
      /**
       * From the previous page: nextCursor of the tool, or the Link header (rel="next").
       */
      cursor?: undefined | string;
    };
    body: undefined;
    data: Job[];
  };
  /**
   * Get a job
   */
  getJob: {
    params: {
      /**
       * The id of a job.
       */
      envelopeId: string;
    };
    query: {};
    body: undefined;
    data: Job;
  };
  /**
   * Follow a job as server-sent events
   */
  watchJob: {
    params: {
      /**
       * The id of a job.
       */
      envelopeId: string;
    };
    query: {};
    body: undefined;
    data: undefined;
  };
  /**
   * Approve, reject or regenerate the proposal of a job
   */
  reviewJob: {
    params: {
      /**
       * The id of a job.
       */
      envelopeId: string;
    };
    query: {};
    body: {
      decision: 'approve' | 'reject' | 'regenerate';
      /**
       * With `approve`: the complete proposal of the job, with edits. Default: the unchanged proposal.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * With `regenerate`: the fields of the run request that change; null removes a field. Materials cannot change.
       */
      parameters?: undefined | {
        [k: string]: unknown;
      };
      /**
       * The `updatedAt` of the reviewed job. The review is refused if the proposal has changed since.
       */
      updatedAt?: undefined | string;
    };
    data: Job;
  };
  /**
   * Cancel a job and release its credits
   */
  cancelJob: {
    params: {
      /**
       * The id of a job.
       */
      envelopeId: string;
    };
    query: {};
    body: {};
    data: Job;
  };
  /**
   * Delete an ended job, its result and its canvas, but not its material
   */
  deleteJob: {
    params: {
      /**
       * The id of a job.
       */
      envelopeId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
  /**
   * Get the account, its balance and the scopes of the calling key
   */
  getMe: {
    params: {};
    query: {};
    body: undefined;
    data: Account;
  };
  /**
   * List the credits that runs reserved, paid and released, newest first
   */
  listLedger: {
    params: {};
    query: {
      limit?: undefined | number;
      /**
       * From the Link header (rel="next") of the previous page.
       */
      cursor?: undefined | string;
    };
    body: undefined;
    data: LedgerLine[];
  };
  /**
   * List stored materials, newest first
   */
  listMaterials: {
    params: {};
    query: {
      /**
       * Includes the results of runs and exports. A canvas accepts both; a run accepts only materials.
       */
      include?: undefined | 'results';
    };
    body: undefined;
    data: Material[];
  };
  /**
   * Fetch a file from a public URL and store it as a material
   */
  fetchMaterial: {
    params: {};
    query: {};
    body: {
      /**
       * A public https URL.
       */
      url: string;
    };
    data: Material;
  };
  /**
   * Delete a material, but not the results created from it
   */
  deleteMaterial: {
    params: {
      material: string;
    };
    query: {};
    body: undefined;
    data: {
      material: string;
      deleted: true;
    };
  };
  /**
   * Put a material into a folder, or take it out
   */
  setFolder: {
    params: {
      material: string;
    };
    query: {};
    body: {
      /**
       * The name of the folder; null for none.
       */
      folder: string | null;
    };
    data: Material;
  };
  /**
   * Get a thumbnail of a video or image
   */
  getThumbnail: {
    params: {
      /**
       * The handle of a material, or the id of a result.
       */
      material: string;
    };
    query: {
      /**
       * Default: shortly after the start.
       */
      atSeconds?: undefined | number;
      /**
       * In pixels. A narrower material is not enlarged.
       */
      width?: undefined | number;
    };
    body: undefined;
    data: undefined;
  };
  /**
   * Get a filmstrip: frames of a video side by side in one image
   */
  getFilmstrip: {
    params: {
      /**
       * The handle of a material, or the id of a result.
       */
      material: string;
    };
    query: {
      count?: undefined | number;
      /**
       * In pixels. A narrower material is not enlarged.
       */
      width?: undefined | number;
    };
    body: undefined;
    data: undefined;
  };
  /**
   * Get the waveform: the lowest and highest audio sample of equal time spans
   */
  getPeaks: {
    params: {
      /**
       * The handle of a material, or the id of a result.
       */
      material: string;
    };
    query: {
      /**
       * In seconds.
       */
      from?: undefined | number;
      /**
       * In seconds. Default: the end.
       */
      to?: undefined | number;
      count?: undefined | number;
      /**
       * The `index` of one of `audioTracks`. Default: the default track of the file.
       */
      audioTrack?: undefined | number;
    };
    body: undefined;
    data: {
      from: number;
      to: number;
      min: number[];
      max: number[];
      /**
       * Present if the audio is damaged: the time after which there are no peaks.
       */
      warnings?: undefined | string[];
    };
  };
  /**
   * Get the beats of the audio
   */
  getBeats: {
    params: {
      /**
       * The handle of a material, or the id of a result.
       */
      material: string;
    };
    query: {
      /**
       * The `index` of one of `audioTracks`. Default: the default track of the file.
       */
      audioTrack?: undefined | number;
    };
    body: undefined;
    data: {
      /**
       * Beats per minute.
       */
      bpm: number | null;
      /**
       * The degree, from 0 to 1, to which audio onsets fall on the beats and repeat. Below 0.15 the beats are a guess.
       */
      confidence: number;
      /**
       * Seconds from the start of the file.
       */
      beats: number[];
      /**
       * No beat is clear, the tempo changes, or the material is too short.
       */
      warnings?: undefined | string[];
    };
  };
  /**
   * Download a material or a result; supports Range
   */
  getMedia: {
    params: {
      /**
       * The asset id and the file extension.
       */
      file: string;
    };
    query: {
      /**
       * When present, the browser saves the file instead of displaying it.
       */
      download?: undefined | string;
    };
    body: undefined;
    data: undefined;
  };
  /**
   * List canvases, newest first
   */
  listCanvases: {
    params: {};
    query: {
      limit?: undefined | number;
      /**
       * From the Link header (rel="next") of the previous page.
       */
      cursor?: undefined | string;
    };
    body: undefined;
    data: {
      id: string;
      revision: number;
      /**
       * The job that created the canvas.
       */
      envelopeId?: undefined | string;
      title: string;
      width?: undefined | number;
      height?: undefined | number;
      frameRate?: undefined | number;
      durationSeconds?: undefined | number;
      /**
       * The reason why the canvas cannot be read: a newer version of Offcut saved it. Size and duration are omitted.
       */
      fault?: undefined | string;
      createdAt: string;
      updatedAt: string;
    }[];
  };
  /**
   * Create a canvas from materials, a document or a project file
   */
  createCanvas: {
    params: {};
    query: {};
    body: {
      title?: undefined | string;
      /**
       * Handles of materials.
       */
      materials?: undefined | string[];
      document?: undefined | CanvasDocumentInput;
    };
    data: {
      id: string;
      revision: number;
      envelopeId?: undefined | string;
      document: CanvasDocument;
      durationSeconds: number;
      assets: {
        [k: string]: {
          url: string;
          bytes: number;
          mimeType: string;
        };
      };
      createdAt: string;
      updatedAt: string;
      /**
       * The content of the file that a canvas cannot contain, and that was left out.
       */
      warnings?: undefined | string[];
    };
  };
  /**
   * Get a canvas: an editable timeline
   */
  getCanvas: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: undefined;
    data: Canvas;
  };
  /**
   * Render one frame of a canvas
   */
  getFrame: {
    params: {
      canvasId: string;
    };
    query: {
      atSeconds?: undefined | number;
      /**
       * In pixels. Default: the width of the canvas.
       */
      width?: undefined | number;
    };
    body: undefined;
    data: undefined;
  };
  /**
   * Replace the document of a canvas
   */
  putCanvas: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: {
      /**
       * The revision that the change is based on. The change is refused if this is not the current revision.
       */
      revision: number;
      document: CanvasDocumentInput;
      id?: undefined | string;
      envelopeId?: undefined | string;
      durationSeconds?: undefined | number;
      assets?: undefined | {
        [k: string]: unknown;
      };
      createdAt?: undefined | string;
      updatedAt?: undefined | string;
      warnings?: undefined | string[];
    };
    data: Canvas;
  };
  /**
   * Delete a canvas and its versions, but not materials and results
   */
  deleteCanvas: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
  /**
   * Apply a list of edits to a canvas atomically, in order
   */
  editCanvas: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: {
      /**
       * The revision that the change is based on. The change is refused if this is not the current revision.
       */
      revision: number;
      edits: Edit[];
    };
    data: Canvas;
  };
  /**
   * Get a canvas version
   */
  getCanvasVersion: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
      version: number;
    };
    query: {};
    body: undefined;
    data: {
      document: CanvasDocument;
      durationSeconds: number;
      assets: {
        [k: string]: {
          url: string;
          bytes: number;
          mimeType: string;
        };
      };
    };
  };
  /**
   * List canvas versions, newest first
   */
  listCanvasVersions: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: undefined;
    data: {
      /**
       * The revision of the canvas at this version.
       */
      version: number;
      title: string;
      createdAt: string;
    }[];
  };
  /**
   * Restore a canvas version, as a new revision
   */
  restoreCanvasVersion: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
      version: number;
    };
    query: {};
    body: {
      /**
       * The revision that the change is based on. The change is refused if this is not the current revision.
       */
      revision?: undefined | number;
    };
    data: Canvas;
  };
  /**
   * Export a canvas to a file, free of charge
   */
  exportCanvas: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: {
      /**
       * mp4: H.264 and AAC, plays everywhere. webm: VP9 and Opus, with alpha if the canvas is transparent. mov: ProRes 4444, with alpha if the canvas is transparent. gif: a GIF without audio, with 1-bit alpha. png: one frame, with alpha if the canvas is transparent. wav: only the audio, uncompressed. m4a: only the audio, as AAC.
       */
      format: 'mp4' | 'webm' | 'mov' | 'gif' | 'png' | 'wav' | 'm4a';
      /**
       * Default: the width of the canvas, or in proportion to the height.
       */
      width?: undefined | number;
      height?: undefined | number;
      /**
       * Default: the frame rate of the canvas.
       */
      frameRate?: undefined | number;
      quality?: undefined | 'best' | 'fast';
      /**
       * The average bitrate of the video stream, for mp4 and webm. Default: the bitrate follows from `quality`.
       */
      videoBitrate?: undefined | number;
      /**
       * Exports only this time span of the canvas. A PNG shows the start.
       */
      span?: undefined | {
        startSeconds: number;
        endSeconds: number;
      };
      /**
       * The color behind transparent areas, for formats without transparency.
       */
      background?: undefined | string;
    };
    data: {
      id: string;
      recipeId: string;
      status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
      stage: string;
      progress: number;
      etaSeconds: number | null;
      framesPerSecond: number | null;
      createdAt: string;
      updatedAt: string;
      credits: number;
      creditsCharged: boolean;
      watermarked: boolean;
      /**
       * The handles, in the order of the recipe inputs.
       */
      materials: string[];
      /**
       * The first of the materials.
       */
      material?: undefined | string;
      models: string[];
      /**
       * The first of the models.
       */
      model?: undefined | string;
      input: {
        [k: string]: unknown;
      };
      warnings: string[];
      /**
       * The proposal that waits for review, in the format of the recipe. Lists omit it.
       */
      proposal?: undefined | {
        [k: string]: unknown;
      };
      /**
       * Preview images of the proposal.
       */
      previews?: undefined | {
        atSeconds: number;
        url: string;
      }[];
      /**
       * The first of the previews.
       */
      previewUrl?: undefined | string;
      /**
       * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
       */
      draftCanvas?: undefined | {
        /**
         * The timeline document, as JSON.
         */
        documentUrl: string;
        assets: {
          [k: string]: {
            name: string;
            url: string;
            mimeType: string;
          };
        };
      };
      /**
       * The time when the job is canceled if it is not reviewed.
       */
      reviewExpiresAt?: undefined | string;
      finalUrl?: undefined | string;
      proxyUrl?: undefined | string;
      /**
       * Additional files of the result, such as a cut list.
       */
      sidecars?: undefined | {
        name: string;
        url: string;
        mimeType: string;
        sizeBytes: number;
      }[];
      canvasId?: undefined | string;
      canvasUrl?: undefined | string;
      /**
       * The reason why the job or `regenerate` failed.
       */
      error?: undefined | {
        errorCode: string;
        message: string;
      };
      /**
       * The time of each change of status or stage. Lists omit it.
       */
      log?: undefined | {
        at: string;
        status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
        stage: string;
      }[];
      envelopeId: string;
    };
  };
  /**
   * Download a canvas as a file for other editors
   */
  getInterchange: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {
      format: 'otio' | 'fcpxml' | 'edl' | 'srt' | 'vtt' | 'csv';
    };
    body: undefined;
    data: undefined;
  };
  /**
   * Download a canvas and all its media as a ZIP file
   */
  getProject: {
    params: {
      /**
       * The `canvasId` of a completed job.
       */
      canvasId: string;
    };
    query: {};
    body: undefined;
    data: undefined;
  };
  /**
   * List installed and available models, best first
   */
  listModels: {
    params: {};
    query: {};
    body: undefined;
    data: Model[];
  };
  /**
   * Add a custom ONNX model, as a file or a URL
   */
  addModel: {
    params: {};
    query: {};
    body: undefined;
    data: Model;
  };
  /**
   * Download a model to this browser, or resume the download
   */
  downloadModel: {
    params: {
      modelId: string;
    };
    query: {};
    body: {};
    data: Model;
  };
  /**
   * Stop the download of a model; the received bytes are kept, so that the download can resume
   */
  cancelModel: {
    params: {
      modelId: string;
    };
    query: {};
    body: {};
    data: Model;
  };
  /**
   * Remove a model from this browser, but not its results
   */
  deleteModel: {
    params: {
      modelId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
  /**
   * List the webhooks
   */
  listWebhooks: {
    params: {};
    query: {};
    body: undefined;
    data: Webhook[];
  };
  /**
   * Send the events of jobs to a URL
   */
  createWebhook: {
    params: {};
    query: {};
    body: {
      /**
       * https, or http on this machine: 127.0.0.1, localhost or [::1].
       */
      url: string;
      /**
       * The default is all events.
       */
      events?: undefined | (
        'job.queued' | 'job.started' | 'job.awaiting_review' | 'job.completed' | 'job.failed' | 'job.canceled'
      )[];
      /**
       * The default is a random secret.
       */
      secret?: undefined | string;
    };
    data: {
      id: string;
      url: string;
      events: string[];
      /**
       * False after the receiver answered with 410.
       */
      isActive: boolean;
      createdAt: string;
      /**
       * Only this response contains it.
       */
      secret: string;
    };
  };
  /**
   * List the newest 100 deliveries of webhooks, newest first
   */
  listDeliveries: {
    params: {};
    query: {
      webhookId?: undefined | string;
      status?: undefined | 'pending' | 'delivered' | 'failed';
    };
    body: undefined;
    data: WebhookDelivery[];
  };
  /**
   * Send a delivery again, with the same id and body
   */
  resendDelivery: {
    params: {
      deliveryId: string;
    };
    query: {};
    body: undefined;
    data: WebhookDelivery;
  };
  /**
   * Delete a webhook and its deliveries
   */
  deleteWebhook: {
    params: {
      webhookId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
  /**
   * Create an API key; the key is shown only once
   */
  createKey: {
    params: {};
    query: {};
    body: {
      name?: undefined | string;
      /**
       * Default: the preset "skills", which has all scopes.
       */
      scopes?: undefined | (
        | 'recipes:read'
        | 'account:read'
        | 'uploads:write'
        | 'runs:write'
        | 'jobs:read'
        | 'jobs:write'
        | 'canvases:read'
        | 'canvases:write'
      )[];
      /**
       * The recipes that the key may run; null for all.
       */
      recipes?:
        | undefined
        | ('remove-background' | 'tighten' | 'message-bubbles' | 'text-behind' | 'tracked-title-card' | 'launch-cut')[]
        | null;
      /**
       * The maximum of spent plus reserved credits; null for no cap.
       */
      spendCapCredits?: undefined | number | null;
    };
    data: {
      id: string;
      name: string;
      hint: string;
      scopes: (
        | 'recipes:read'
        | 'account:read'
        | 'uploads:write'
        | 'runs:write'
        | 'jobs:read'
        | 'jobs:write'
        | 'canvases:read'
        | 'canvases:write'
      )[];
      recipes: string[] | null;
      spendCapCredits: number | null;
      /**
       * Credits paid for results.
       */
      spentCredits: number;
      /**
       * Credits of runs that have not ended. They count toward the spend cap, and are released if the run fails.
       */
      reservedCredits: number;
      createdAt: string;
      /**
       * Accurate to the minute.
       */
      lastUsedAt: string | null;
      revokedAt: string | null;
      apiKey: string;
    };
  };
  /**
   * List the API keys
   */
  listKeys: {
    params: {};
    query: {};
    body: undefined;
    data: ApiKey[];
  };
  /**
   * Revoke an API key
   */
  revokeKey: {
    params: {
      keyId: string;
    };
    query: {};
    body: undefined;
    data: ApiKey;
  };
  /**
   * Create a session key for the workspace; the key expires and is not listed
   */
  createSession: {
    params: {};
    query: {};
    body: {};
    data: {
      apiKey: string;
      expiresInSec: number;
      isFirst: boolean;
    };
  };
  /**
   * List requests to other hosts, newest first; normally empty
   */
  listOutsideRequests: {
    params: {};
    query: {};
    body: undefined;
    data: {
      id: string;
      method: string;
      /**
       * The URL without its query.
       */
      address: string;
      /**
       * null until the response arrives; 0 if the browser hides the status.
       */
      status: number | null;
      receivedBytes: number;
      createdAt: string;
    }[];
  };
  /**
   * Read the account, its caps and the storage in use
   */
  getAccount: {
    params: {};
    query: {};
    body: undefined;
    data: SandboxAccount;
  };
  /**
   * Set the balance
   */
  setCredits: {
    params: {};
    query: {};
    body: {
      credits: number;
    };
    data: SandboxAccount;
  };
  /**
   * Set the plan; "free" puts a watermark on results
   */
  setPlan: {
    params: {};
    query: {};
    body: {
      plan: 'local' | 'free';
    };
    data: SandboxAccount;
  };
  /**
   * Set limits of the sandbox; null removes a limit
   */
  setCaps: {
    params: {};
    query: {};
    body: {
      maxFileBytes?: undefined | number | null;
      maxStorageBytes?: undefined | number | null;
      requestsPerMinute?: undefined | number | null;
      ticketSeconds?: undefined | number | null;
    };
    data: SandboxAccount;
  };
  /**
   * Delete everything: keys, jobs, materials, results, snapshots
   */
  reset: {
    params: {};
    query: {};
    body: {
      snapshot?: undefined | string;
    };
    data: {
      reset: true;
    };
  };
  /**
   * Read everything that the lab has changed
   */
  getLab: {
    params: {};
    query: {};
    body: undefined;
    data: Lab;
  };
  /**
   * Read the clock of the API and of the engine
   */
  getClock: {
    params: {};
    query: {};
    body: undefined;
    data: LabClock;
  };
  /**
   * Freeze or shift the clock, or set it to the real time
   */
  setClock: {
    params: {};
    query: {};
    body: {
      mode: 'real' | 'frozen' | 'offset';
      /**
       * The time of a frozen clock. Default: the present time of the lab.
       */
      now?: undefined | string;
      /**
       * The offset; required for it.
       */
      seconds?: undefined | number;
    };
    data: LabClock;
  };
  /**
   * Move the clock forward
   */
  advanceClock: {
    params: {};
    query: {};
    body: {
      seconds: number;
    };
    data: LabClock;
  };
  /**
   * List the rules that make calls and runs fail, oldest first
   */
  listFaults: {
    params: {};
    query: {};
    body: undefined;
    data: LabFault[];
  };
  /**
   * Add a rule that makes calls or runs fail
   */
  addFault: {
    params: {};
    query: {};
    body: {
      match?: undefined | {
        /**
         * The name of an operation, such as `getMe` or `run:tighten`; `run:*` matches the runs of all recipes.
         */
        operation?: undefined | string;
        recipeId?: undefined | string;
        /**
         * The public id of an API key.
         */
        keyId?: undefined | string;
      };
      /**
       * The first three concern calls, the last two the runs of the engine.
       */
      effect:
        | {
            /**
             * The call fails with this error, before its work.
             */
            errorCode:
              | 'VALIDATION_FAILED'
              | 'UNAUTHORIZED'
              | 'INSUFFICIENT_CREDITS'
              | 'SCOPE_DENIED'
              | 'RECIPE_NOT_ALLOWED'
              | 'SPEND_CAP_REACHED'
              | 'FORBIDDEN'
              | 'NOT_FOUND'
              | 'JOB_NOT_FOUND'
              | 'TICKET_NOT_FOUND'
              | 'MATERIAL_NOT_FOUND'
              | 'CANVAS_NOT_FOUND'
              | 'MODEL_NOT_FOUND'
              | 'METHOD_NOT_ALLOWED'
              | 'REQUEST_TIMEOUT'
              | 'IN_FLIGHT'
              | 'TICKET_USED'
              | 'IDEMPOTENCY_CONFLICT'
              | 'REVISION_CONFLICT'
              | 'NOT_REVIEWABLE'
              | 'NOT_CANCELABLE'
              | 'CANCELED'
              | 'TICKET_EXPIRED'
              | 'FILE_TOO_LARGE'
              | 'UNSUPPORTED_MEDIA'
              | 'MATERIAL_UNREACHABLE'
              | 'MODEL_UNREACHABLE'
              | 'MODEL_UNUSABLE'
              | 'MODEL_NOT_INSTALLED'
              | 'NO_SUBJECT'
              | 'SUBJECT_FILLS_FRAME'
              | 'WINDOW_CROSSES_CUT'
              | 'NO_AUDIO'
              | 'NOTHING_TO_CUT'
              | 'TOO_MUCH_REMOVED'
              | 'NO_TARGET'
              | 'TARGET_LOST'
              | 'NOT_ENOUGH_MATERIAL'
              | 'RATE_LIMITED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL'
              | 'ENGINE_LOST'
              | 'ENGINE_UNAVAILABLE'
              | 'STORAGE_FULL';
          }
        | {
            /**
             * The call waits, in time of the lab.
             */
            delaySeconds: number;
          }
        | {
            /**
             * The connection breaks after so much of the response body.
             */
            disconnectAfterBytes: number;
          }
        | {
            /**
             * The workers of a run die at this progress. The run resumes from its checkpoint, or fails with ENGINE_LOST after two losses at the same frame.
             */
            crashEngineAt: number;
          }
        | {
            /**
             * The run fails with this error.
             */
            failRunWith:
              | 'VALIDATION_FAILED'
              | 'UNAUTHORIZED'
              | 'INSUFFICIENT_CREDITS'
              | 'SCOPE_DENIED'
              | 'RECIPE_NOT_ALLOWED'
              | 'SPEND_CAP_REACHED'
              | 'FORBIDDEN'
              | 'NOT_FOUND'
              | 'JOB_NOT_FOUND'
              | 'TICKET_NOT_FOUND'
              | 'MATERIAL_NOT_FOUND'
              | 'CANVAS_NOT_FOUND'
              | 'MODEL_NOT_FOUND'
              | 'METHOD_NOT_ALLOWED'
              | 'REQUEST_TIMEOUT'
              | 'IN_FLIGHT'
              | 'TICKET_USED'
              | 'IDEMPOTENCY_CONFLICT'
              | 'REVISION_CONFLICT'
              | 'NOT_REVIEWABLE'
              | 'NOT_CANCELABLE'
              | 'CANCELED'
              | 'TICKET_EXPIRED'
              | 'FILE_TOO_LARGE'
              | 'UNSUPPORTED_MEDIA'
              | 'MATERIAL_UNREACHABLE'
              | 'MODEL_UNREACHABLE'
              | 'MODEL_UNUSABLE'
              | 'MODEL_NOT_INSTALLED'
              | 'NO_SUBJECT'
              | 'SUBJECT_FILLS_FRAME'
              | 'WINDOW_CROSSES_CUT'
              | 'NO_AUDIO'
              | 'NOTHING_TO_CUT'
              | 'TOO_MUCH_REMOVED'
              | 'NO_TARGET'
              | 'TARGET_LOST'
              | 'NOT_ENOUGH_MATERIAL'
              | 'RATE_LIMITED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL'
              | 'ENGINE_LOST'
              | 'ENGINE_UNAVAILABLE'
              | 'STORAGE_FULL';
          };
      probability?: undefined | number;
      /**
       * The maximum number of affected calls or runs; null for no limit.
       */
      times?: undefined | number | null;
      /**
       * The number of matches before the first affected one.
       */
      skip?: undefined | number;
      /**
       * The seed of `probability`: the same seed affects the same matches.
       */
      seed?: undefined | number;
    };
    data: LabFault;
  };
  /**
   * Delete all rules
   */
  deleteFaults: {
    params: {};
    query: {};
    body: undefined;
    data: {
      deleted: number;
    };
  };
  /**
   * Delete a rule
   */
  deleteFault: {
    params: {
      faultId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
  /**
   * Read the latency of calls
   */
  getLatency: {
    params: {};
    query: {};
    body: undefined;
    data: LabLatency;
  };
  /**
   * Delay every call, except those of the sandbox
   */
  setLatency: {
    params: {};
    query: {};
    body: {
      kind: 'none' | 'fixed' | 'lognormal';
      /**
       * The fixed delay.
       */
      seconds?: undefined | number;
      /**
       * The median of a log-normal distribution.
       */
      medianSeconds?: undefined | number;
      /**
       * The standard deviation of the logarithm.
       */
      sigma?: undefined | number;
      seed?: undefined | number;
    };
    data: LabLatency;
  };
  /**
   * Pause, resume, crash, restart or slow down the engine
   */
  controlEngine: {
    params: {};
    query: {};
    body: {
      action: 'pause' | 'resume' | 'crash' | 'restart' | 'slow';
      factor?: undefined | number;
    };
    data: LabEngine;
  };
  /**
   * Read the seed of ids and keys
   */
  getSeed: {
    params: {};
    query: {};
    body: undefined;
    data: LabSeed;
  };
  /**
   * Make ids and keys reproducible; null makes them random again
   */
  setSeed: {
    params: {};
    query: {};
    body: {
      seed: number | null;
    };
    data: LabSeed;
  };
  /**
   * List the last 1,000 calls, newest first
   */
  listRequests: {
    params: {};
    query: {
      operation?: undefined | string;
      status?: undefined | number;
      keyId?: undefined | string;
      since?: undefined | string;
      until?: undefined | string;
      format?: undefined | 'json' | 'har';
      limit?: undefined | number;
      /**
       * From the Link header (rel="next") of the previous page.
       */
      cursor?: undefined | string;
    };
    body: undefined;
    data: LoggedRequest[];
  };
  /**
   * Read a call of the log
   */
  getRequest: {
    params: {
      requestId: string;
    };
    query: {};
    body: undefined;
    data: LoggedRequest;
  };
  /**
   * Send a call of the log again, with the same API key
   */
  replayRequest: {
    params: {
      requestId: string;
    };
    query: {};
    body: {};
    data: LoggedRequest;
  };
  /**
   * Empty the log
   */
  deleteRequests: {
    params: {};
    query: {};
    body: undefined;
    data: {
      deleted: number;
    };
  };
  /**
   * List the snapshots, newest first
   */
  listSnapshots: {
    params: {};
    query: {};
    body: undefined;
    data: Snapshot[];
  };
  /**
   * Store the state of all rows and files under a name
   */
  takeSnapshot: {
    params: {};
    query: {};
    body: {
      name: string;
    };
    data: Snapshot;
  };
  /**
   * Replace the state by a snapshot
   */
  restoreSnapshot: {
    params: {
      name: string;
    };
    query: {};
    body: undefined;
    data: Snapshot;
  };
  /**
   * Delete a snapshot, and the files that only it needs
   */
  deleteSnapshot: {
    params: {
      name: string;
    };
    query: {};
    body: undefined;
    data: {
      name: string;
      deleted: true;
    };
  };
  /**
   * Download the whole state as a ZIP file
   */
  getWorld: {
    params: {};
    query: {
      secrets?: undefined | 'include';
    };
    body: undefined;
    data: undefined;
  };
  /**
   * Replace the state by that of a ZIP file from `GET /sandbox/v1/world`
   */
  putWorld: {
    params: {};
    query: {};
    body: undefined;
    data: {
      restored: true;
      files: number;
      /**
       * The number of rows by table.
       */
      rows: {
        [k: string]: number;
      };
    };
  };
  /**
   * List what has changed since a snapshot
   */
  getDiff: {
    params: {};
    query: {
      /**
       * The name of a snapshot.
       */
      since: string;
    };
    body: undefined;
    data: {
      since: string;
      /**
       * The time of the snapshot.
       */
      createdAt: string;
      tables: {
        [k: string]: {
          added: string[];
          removed: string[];
          changed: {
            id: string;
            /**
             * The changed fields.
             */
            fields: string[];
          }[];
        };
      };
      credits: {
        before: {
          remaining: number;
          reserved: number;
        };
        after: {
          remaining: number;
          reserved: number;
        };
        /**
         * Of the remaining credits.
         */
        difference: number;
      };
    };
  };
  /**
   * List the webhooks
   */
  listLabWebhooks: {
    params: {};
    query: {};
    body: undefined;
    data: Webhook[];
  };
  /**
   * Send the events of jobs to a URL
   */
  createLabWebhook: {
    params: {};
    query: {};
    body: {
      /**
       * https, or http on this machine: 127.0.0.1, localhost or [::1].
       */
      url: string;
      /**
       * The default is all events.
       */
      events?: undefined | (
        'job.queued' | 'job.started' | 'job.awaiting_review' | 'job.completed' | 'job.failed' | 'job.canceled'
      )[];
      /**
       * The default is a random secret.
       */
      secret?: undefined | string;
    };
    data: {
      id: string;
      url: string;
      events: string[];
      /**
       * False after the receiver answered with 410.
       */
      isActive: boolean;
      createdAt: string;
      /**
       * Only this response contains it.
       */
      secret: string;
    };
  };
  /**
   * List the newest 100 deliveries of webhooks, newest first
   */
  listLabDeliveries: {
    params: {};
    query: {
      webhookId?: undefined | string;
      status?: undefined | 'pending' | 'delivered' | 'failed';
    };
    body: undefined;
    data: WebhookDelivery[];
  };
  /**
   * Send a delivery again, with the same id and body
   */
  resendLabDelivery: {
    params: {
      deliveryId: string;
    };
    query: {};
    body: undefined;
    data: WebhookDelivery;
  };
  /**
   * Delete a webhook and its deliveries
   */
  deleteLabWebhook: {
    params: {
      webhookId: string;
    };
    query: {};
    body: undefined;
    data: {
      id: string;
      deleted: true;
    };
  };
}
export interface Template {
  id: string;
  name: string;
  summary: string;
  priceCredits: number;
  etaSeconds: number;
  hasReviewGate: boolean;
}
export interface Estimate {
  recipeId: string;
  credits: number;
  etaSeconds: number;
  creditsRemaining: number;
  watermarked: boolean;
  blockers: {
    code: 'INSUFFICIENT_CREDITS' | 'IN_FLIGHT' | 'SCOPE_DENIED' | 'RECIPE_NOT_ALLOWED' | 'SPEND_CAP_REACHED';
    message: string;
  }[];
  /**
   * The models that the run would use. Present if any parameter in addition to recipeId was given.
   */
  models?: undefined | string[];
  /**
   * The models that the run needs and that are not installed. Present if any parameter in addition to recipeId was given. downloadModel installs the modelId; null if no model can be downloaded.
   */
  missingModels?: undefined | {
    message: string;
    modelId: string | null;
  }[];
  /**
   * Warnings before the run, for example that the run may outlast the time limit of the caller.
   */
  warnings?: undefined | string[];
}
export interface UploadTicket {
  ticket: string;
  uploadUrl: string;
  expiresInSec: number;
}
export interface UploadedFile {
  material: string;
  bytes: number;
  status: 'uploaded';
}
export interface TicketState {
  status: 'pending' | 'uploaded' | 'expired';
  material?: undefined | string;
}
export interface SyncRunResult {
  status: 'completed';
  processedVideoUrl: string;
  canvasId: string;
  editorPath: string;
  credits: number;
  creditsCharged: boolean;
  cached: boolean;
  envelopeId: string;
  /**
   * The first of the models.
   */
  model: string;
  /**
   * All models that created the mattes.
   */
  models: string[];
  watermarked: boolean;
  warnings: string[];
}
export interface Job {
  id: string;
  recipeId: string;
  status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
  stage: string;
  progress: number;
  etaSeconds: number | null;
  framesPerSecond: number | null;
  createdAt: string;
  updatedAt: string;
  credits: number;
  creditsCharged: boolean;
  watermarked: boolean;
  /**
   * The handles, in the order of the recipe inputs.
   */
  materials: string[];
  /**
   * The first of the materials.
   */
  material?: undefined | string;
  models: string[];
  /**
   * The first of the models.
   */
  model?: undefined | string;
  input: {
    [k: string]: unknown;
  };
  warnings: string[];
  /**
   * The proposal that waits for review, in the format of the recipe. Lists omit it.
   */
  proposal?: undefined | {
    [k: string]: unknown;
  };
  /**
   * Preview images of the proposal.
   */
  previews?: undefined | {
    atSeconds: number;
    url: string;
  }[];
  /**
   * The first of the previews.
   */
  previewUrl?: undefined | string;
  /**
   * The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.
   */
  draftCanvas?: undefined | {
    /**
     * The timeline document, as JSON.
     */
    documentUrl: string;
    assets: {
      [k: string]: {
        name: string;
        url: string;
        mimeType: string;
      };
    };
  };
  /**
   * The time when the job is canceled if it is not reviewed.
   */
  reviewExpiresAt?: undefined | string;
  finalUrl?: undefined | string;
  proxyUrl?: undefined | string;
  /**
   * Additional files of the result, such as a cut list.
   */
  sidecars?: undefined | {
    name: string;
    url: string;
    mimeType: string;
    sizeBytes: number;
  }[];
  canvasId?: undefined | string;
  canvasUrl?: undefined | string;
  /**
   * The reason why the job or `regenerate` failed.
   */
  error?: undefined | {
    errorCode: string;
    message: string;
  };
  /**
   * The time of each change of status or stage. Lists omit it.
   */
  log?: undefined | {
    at: string;
    status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
    stage: string;
  }[];
}
export interface Account {
  projectName: string;
  plan: string;
  creditsRemaining: number;
  scopes: (
    | 'recipes:read'
    | 'account:read'
    | 'uploads:write'
    | 'runs:write'
    | 'jobs:read'
    | 'jobs:write'
    | 'canvases:read'
    | 'canvases:write'
  )[];
}
export interface LedgerLine {
  id: string;
  /**
   * A run reserves its price, and then the credits are charged or released. "set" is a balance that was set manually.
   */
  kind: 'reserve' | 'charge' | 'release' | 'set';
  /**
   * The amount; for "set", the change of the balance.
   */
  credits: number;
  /**
   * The available credits after this entry.
   */
  creditsRemaining: number;
  envelopeId: string | null;
  recipeId: string | null;
  /**
   * The API key that paid; null for the workspace.
   */
  key: {
    id: string;
    name: string;
  } | null;
  createdAt: string;
}
export interface Material {
  material: string;
  name: string;
  bytes: number;
  mimeType: string;
  /**
   * The kind of media, detected from the content of the file.
   */
  kind: 'video' | 'picture' | 'sound' | 'font';
  /**
   * In display pixels. This and the following fields are present after a tab has opened the file.
   */
  width?: undefined | number;
  height?: undefined | number;
  durationSeconds?: undefined | number;
  frameRate?: undefined | number;
  hasSound?: undefined | boolean;
  /**
   * All audio tracks of the file in file order, including those that need ffmpeg. `audioTrack` of a run, an item of a canvas, peaks and beats takes an `index`.
   */
  audioTracks?: undefined | {
    /**
     * The number of the track among all audio tracks of the file, in file order from 0.
     */
    index: number;
    codec: string;
    channels: number;
    /**
     * `mono`, `stereo`, `5.1`, `7.1`; `9 channels` for a layout without a name.
     */
    channelLayout: string;
    /**
     * ISO 639-2, as the file states it.
     */
    language?: undefined | string;
    title?: undefined | string;
    /**
     * Whether a run without `audioTrack` uses this track. Exactly one track is the default.
     */
    isDefault: boolean;
  }[];
  /**
   * The reason why this browser cannot use the file.
   */
  fault?: undefined | string;
  url: string;
  /**
   * The URL that the file was fetched from. Secrets in the URL are replaced by hashes.
   */
  sourceUrl?: undefined | string;
  /**
   * The folder that the file was put into.
   */
  folder?: undefined | string;
  /**
   * For a result: the job that created it.
   */
  envelopeId?: undefined | string;
  createdAt: string;
}
/**
 * A document to send. Omitted fields have their default values.
 */
export interface CanvasDocumentInput {
  version: 2;
  title: string;
  width: number;
  height: number;
  frameRate: number;
  background:
    | {
        type: 'transparent';
      }
    | {
        type: 'color';
        color: string;
      };
  tracks: TrackInput[];
  markers?: undefined | Marker[];
}
/**
 * A track to send.
 */
export interface TrackInput {
  id: string;
  name: string;
  kind: 'visual' | 'sound';
  items: ItemInput[];
  isHidden?: undefined | boolean;
  isMuted?: undefined | boolean;
  isLocked?: undefined | boolean;
}
/**
 * A video to send.
 */
export interface VideoItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * The cropped part at each edge, as a share of the width or height.
 */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/**
 * The transition from the previous item on the track.
 */
export interface Transition {
  type: 'dissolve' | 'wipe-left' | 'wipe-right' | 'slide-left' | 'slide-right';
  durationSeconds: number;
}
/**
 * An image to send.
 */
export interface PictureItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'picture';
  assetId: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A text to send.
 */
export interface TextItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'text';
  text: string;
  font?: undefined | string;
  fontAssetId?: undefined | string;
  weight?: undefined | number;
  sizePx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align?: undefined | 'left' | 'center' | 'right';
  lineHeight?: undefined | number;
  letterSpacing?: undefined | number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * An outline.
 */
export interface Stroke {
  color: string;
  widthPx: number;
}
/**
 * A shadow of a text.
 */
export interface Shadow {
  color: string;
  blurPx: number;
  x: number;
  y: number;
}
/**
 * A filled box behind a text.
 */
export interface Plate {
  fill: string;
  paddingPx: number;
  cornerPx: number;
}
/**
 * The entrance or exit of a text.
 */
export interface Motion {
  type: 'fade' | 'rise' | 'scale' | 'wipe' | 'type';
  durationSeconds: number;
}
/**
 * A conversation to send.
 */
export interface BubblesItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'bubbles';
  messages: NewMessage[];
  layout?: undefined | 'overlay' | 'chat';
  side?: undefined | 'left' | 'right';
  style?: undefined | 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale?: undefined | number;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A message to add.
 */
export interface NewMessage {
  id: string;
  from: 'me' | 'them';
  text: string;
  atSeconds: number;
  typingSeconds?: undefined | number;
  reaction?: undefined | string;
  receipt?: undefined | 'sent' | 'delivered' | 'read';
  imageAssetId?: undefined | string;
}
/**
 * The fill and text colors of the two kinds of bubbles.
 */
export interface BubbleColors {
  me: string;
  meText: string;
  them: string;
  themText: string;
}
/**
 * A shape to send.
 */
export interface ShapeItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * Audio to send.
 */
export interface SoundItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * A labeled time of the canvas.
 */
export interface Marker {
  id: string;
  atSeconds: number;
  label: string;
}
/**
 * A canvas: tracks from bottom to top, each with items over time. Times are seconds, lengths pixels.
 */
export interface CanvasDocument {
  version: 2;
  title: string;
  width: number;
  height: number;
  frameRate: number;
  background:
    | {
        type: 'transparent';
      }
    | {
        type: 'color';
        color: string;
      };
  tracks: Track[];
  markers: Marker[];
}
/**
 * A track with items that do not overlap.
 */
export interface Track {
  id: string;
  name: string;
  kind: 'visual' | 'sound';
  items: Item[];
  isHidden: boolean;
  isMuted: boolean;
  isLocked: boolean;
}
/**
 * A video with its audio.
 */
export interface VideoItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume: Animatable;
  isMuted: boolean;
  keepsPitch: boolean;
  ducksUnder?: undefined | string;
}
/**
 * An image.
 */
export interface PictureItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'picture';
  assetId: string;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * A text.
 */
export interface TextItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'text';
  text: string;
  font: string;
  fontAssetId?: undefined | string;
  weight: number;
  sizePx?: undefined | number;
  fill: string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align: 'left' | 'center' | 'right';
  lineHeight: number;
  letterSpacing: number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * A conversation in bubbles.
 */
export interface BubblesItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'bubbles';
  messages: Message[];
  layout: 'overlay' | 'chat';
  side: 'left' | 'right';
  style: 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale: number;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * A message of a conversation.
 */
export interface Message {
  id: string;
  from: 'me' | 'them';
  text: string;
  atSeconds: number;
  typingSeconds: number;
  reaction?: undefined | string;
  receipt?: undefined | 'sent' | 'delivered' | 'read';
  imageAssetId?: undefined | string;
}
/**
 * A rectangle, an ellipse or a line.
 */
export interface ShapeItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx: number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * The audio of a sound file or of a video.
 */
export interface SoundItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume: Animatable;
  isMuted: boolean;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  keepsPitch: boolean;
  ducksUnder?: undefined | string;
}
export interface Canvas {
  id: string;
  revision: number;
  envelopeId?: undefined | string;
  document: CanvasDocument;
  durationSeconds: number;
  assets: {
    [k: string]: {
      url: string;
      bytes: number;
      mimeType: string;
    };
  };
  createdAt: string;
  updatedAt: string;
}
/**
 * A video to add.
 */
export interface NewVideoItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * An image to add.
 */
export interface NewPictureItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'picture';
  assetId: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A text to add.
 */
export interface NewTextItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'text';
  text: string;
  font?: undefined | string;
  fontAssetId?: undefined | string;
  weight?: undefined | number;
  sizePx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align?: undefined | 'left' | 'center' | 'right';
  lineHeight?: undefined | number;
  letterSpacing?: undefined | number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A conversation to add.
 */
export interface NewBubblesItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'bubbles';
  messages: NewMessage[];
  layout?: undefined | 'overlay' | 'chat';
  side?: undefined | 'left' | 'right';
  style?: undefined | 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale?: undefined | number;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A shape to add.
 */
export interface NewShapeItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * Audio to add.
 */
export interface NewSoundItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
export interface Model {
  id: string;
  name: string;
  /**
   * matting removes backgrounds; voice finds speech; faces finds faces. voice and faces are optional for the recipes that use them.
   */
  task: 'matting' | 'voice' | 'faces';
  family: 'matte-nano' | 'selfie' | 'pp-humanseg' | 'u2net' | 'isnet' | 'modnet' | 'rvm' | 'silero-vad' | 'yunet';
  /**
   * The subject that a matting model cuts out; null for other tasks.
   */
  subject: ('person' | 'object') | null;
  licence: string;
  source: string;
  summary: string;
  /**
   * The total size of all files.
   */
  bytes: number;
  /**
   * broken: the last attempt failed, see `error`. checking: the engine opens the model before its first use.
   */
  state: 'installed' | 'available' | 'downloading' | 'checking' | 'broken';
  /**
   * The bytes already downloaded. A download resumes from there.
   */
  bytesDone: number;
  /**
   * Whether runs for this subject use the model by default; at quality `best`, together with others. For tasks other than matting: whether recipes that support such a model use this one.
   */
  default: boolean;
  /**
   * Whether runs for this subject at quality `best` use the model by default, in an ensemble.
   */
  consensus: boolean;
  /**
   * Whether the model is worth its size for most users and has a permissive license.
   */
  recommended: boolean;
  /**
   * The location of the files: shipped with Offcut, on the site of this deployment, or in this browser.
   */
  place: ('shipped' | 'deployment' | 'browser') | null;
  /**
   * Whether the model was added with POST /v1/models.
   */
  added: boolean;
  removable: boolean;
  /**
   * Whether POST /v1/models/{modelId}/download can start or resume a download.
   */
  downloadable: boolean;
  files: {
    file: string;
    bytes: number;
    sha256: string;
    /**
     * The input width in pixels. Only matting models have sizes.
     */
    width?: undefined | number;
    height?: undefined | number;
    address: string | null;
    /**
     * Whether the site allows downloads from this page (CORS).
     */
    reachable: boolean;
  }[];
  error?: undefined | {
    errorCode: string;
    message: string;
  };
}
export interface Webhook {
  id: string;
  url: string;
  events: string[];
  /**
   * False after the receiver answered with 410.
   */
  isActive: boolean;
  createdAt: string;
}
export interface WebhookDelivery {
  /**
   * Also the header `webhook-id`, the same for all attempts.
   */
  id: string;
  webhookId: string;
  event: string;
  jobId: string | null;
  status: 'pending' | 'delivered' | 'failed';
  /**
   * The body, as JSON: `type`, `timestamp` and `data` with the id, status and URL of the job.
   */
  payload: string;
  attempts: {
    at: string;
    /**
     * The status of the response; null without one.
     */
    status: number | null;
    error: string | null;
    durationMs: number;
  }[];
  nextAttemptAt: string | null;
  /**
   * The time of the event.
   */
  createdAt: string;
}
export interface ApiKey {
  id: string;
  name: string;
  hint: string;
  scopes: (
    | 'recipes:read'
    | 'account:read'
    | 'uploads:write'
    | 'runs:write'
    | 'jobs:read'
    | 'jobs:write'
    | 'canvases:read'
    | 'canvases:write'
  )[];
  recipes: string[] | null;
  spendCapCredits: number | null;
  /**
   * Credits paid for results.
   */
  spentCredits: number;
  /**
   * Credits of runs that have not ended. They count toward the spend cap, and are released if the run fails.
   */
  reservedCredits: number;
  createdAt: string;
  /**
   * Accurate to the minute.
   */
  lastUsedAt: string | null;
  revokedAt: string | null;
}
export interface SandboxAccount {
  projectName: string;
  plan: 'local' | 'free';
  creditsRemaining: number;
  creditsReserved: number;
  caps: {
    maxFileBytes: number | null;
    maxStorageBytes: number | null;
    requestsPerMinute: number | null;
    ticketSeconds: number | null;
  };
  storage: {
    usedBytes: number;
    quotaBytes: number;
    files: number;
    /**
     * In bytes.
     */
    byKind: {
      materials: number;
      results: number;
      models: number;
    };
  };
}
export interface Lab {
  /**
   * True if anything differs from the product without the lab.
   */
  isActive: boolean;
  clock: LabClock;
  /**
   * The number of rules.
   */
  faults: number;
  latency: LabLatency;
  engine: LabEngine;
  seed: number | null;
}
export interface LabClock {
  mode: 'real' | 'frozen' | 'offset';
  /**
   * The time of the lab.
   */
  now: string;
  /**
   * The offset from the real time, in the mode "offset".
   */
  seconds?: undefined | number;
}
export interface LabEngine {
  state: 'running' | 'paused' | 'crashed';
  factor: number;
}
export interface LabFault {
  id: string;
  match: {
    /**
     * The name of an operation, such as `getMe` or `run:tighten`; `run:*` matches the runs of all recipes.
     */
    operation?: undefined | string;
    recipeId?: undefined | string;
    /**
     * The public id of an API key.
     */
    keyId?: undefined | string;
  };
  /**
   * The first three concern calls, the last two the runs of the engine.
   */
  effect:
    | {
        /**
         * The call fails with this error, before its work.
         */
        errorCode:
          | 'VALIDATION_FAILED'
          | 'UNAUTHORIZED'
          | 'INSUFFICIENT_CREDITS'
          | 'SCOPE_DENIED'
          | 'RECIPE_NOT_ALLOWED'
          | 'SPEND_CAP_REACHED'
          | 'FORBIDDEN'
          | 'NOT_FOUND'
          | 'JOB_NOT_FOUND'
          | 'TICKET_NOT_FOUND'
          | 'MATERIAL_NOT_FOUND'
          | 'CANVAS_NOT_FOUND'
          | 'MODEL_NOT_FOUND'
          | 'METHOD_NOT_ALLOWED'
          | 'REQUEST_TIMEOUT'
          | 'IN_FLIGHT'
          | 'TICKET_USED'
          | 'IDEMPOTENCY_CONFLICT'
          | 'REVISION_CONFLICT'
          | 'NOT_REVIEWABLE'
          | 'NOT_CANCELABLE'
          | 'CANCELED'
          | 'TICKET_EXPIRED'
          | 'FILE_TOO_LARGE'
          | 'UNSUPPORTED_MEDIA'
          | 'MATERIAL_UNREACHABLE'
          | 'MODEL_UNREACHABLE'
          | 'MODEL_UNUSABLE'
          | 'MODEL_NOT_INSTALLED'
          | 'NO_SUBJECT'
          | 'SUBJECT_FILLS_FRAME'
          | 'WINDOW_CROSSES_CUT'
          | 'NO_AUDIO'
          | 'NOTHING_TO_CUT'
          | 'TOO_MUCH_REMOVED'
          | 'NO_TARGET'
          | 'TARGET_LOST'
          | 'NOT_ENOUGH_MATERIAL'
          | 'RATE_LIMITED'
          | 'HEADERS_TOO_LARGE'
          | 'INTERNAL'
          | 'ENGINE_LOST'
          | 'ENGINE_UNAVAILABLE'
          | 'STORAGE_FULL';
      }
    | {
        /**
         * The call waits, in time of the lab.
         */
        delaySeconds: number;
      }
    | {
        /**
         * The connection breaks after so much of the response body.
         */
        disconnectAfterBytes: number;
      }
    | {
        /**
         * The workers of a run die at this progress. The run resumes from its checkpoint, or fails with ENGINE_LOST after two losses at the same frame.
         */
        crashEngineAt: number;
      }
    | {
        /**
         * The run fails with this error.
         */
        failRunWith:
          | 'VALIDATION_FAILED'
          | 'UNAUTHORIZED'
          | 'INSUFFICIENT_CREDITS'
          | 'SCOPE_DENIED'
          | 'RECIPE_NOT_ALLOWED'
          | 'SPEND_CAP_REACHED'
          | 'FORBIDDEN'
          | 'NOT_FOUND'
          | 'JOB_NOT_FOUND'
          | 'TICKET_NOT_FOUND'
          | 'MATERIAL_NOT_FOUND'
          | 'CANVAS_NOT_FOUND'
          | 'MODEL_NOT_FOUND'
          | 'METHOD_NOT_ALLOWED'
          | 'REQUEST_TIMEOUT'
          | 'IN_FLIGHT'
          | 'TICKET_USED'
          | 'IDEMPOTENCY_CONFLICT'
          | 'REVISION_CONFLICT'
          | 'NOT_REVIEWABLE'
          | 'NOT_CANCELABLE'
          | 'CANCELED'
          | 'TICKET_EXPIRED'
          | 'FILE_TOO_LARGE'
          | 'UNSUPPORTED_MEDIA'
          | 'MATERIAL_UNREACHABLE'
          | 'MODEL_UNREACHABLE'
          | 'MODEL_UNUSABLE'
          | 'MODEL_NOT_INSTALLED'
          | 'NO_SUBJECT'
          | 'SUBJECT_FILLS_FRAME'
          | 'WINDOW_CROSSES_CUT'
          | 'NO_AUDIO'
          | 'NOTHING_TO_CUT'
          | 'TOO_MUCH_REMOVED'
          | 'NO_TARGET'
          | 'TARGET_LOST'
          | 'NOT_ENOUGH_MATERIAL'
          | 'RATE_LIMITED'
          | 'HEADERS_TOO_LARGE'
          | 'INTERNAL'
          | 'ENGINE_LOST'
          | 'ENGINE_UNAVAILABLE'
          | 'STORAGE_FULL';
      };
  probability: number;
  times: number | null;
  skip: number;
  seed: number;
  /**
   * The number of calls or runs that matched.
   */
  matched: number;
  /**
   * The number of calls or runs that were affected.
   */
  applied: number;
  createdAt: string;
}
export interface LabSeed {
  seed: number | null;
}
export interface LoggedRequest {
  id: string;
  operation: string | null;
  method: string;
  /**
   * The path and the query.
   */
  path: string;
  /**
   * The public id of the API key.
   */
  keyId: string | null;
  status: number;
  request: {
    headers: never[][];
    body: {
      encoding: 'text' | 'base64';
      content: string;
      isComplete: boolean;
    } | null;
  };
  response: {
    headers: never[][];
    body: {
      encoding: 'text' | 'base64';
      content: string;
      isComplete: boolean;
    } | null;
  };
  jobId: string | null;
  faultId: string | null;
  createdAt: string;
  /**
   * The time until the response began.
   */
  durationMs: number;
}
export interface Snapshot {
  name: string;
  /**
   * The size of the rows and of the files that they need. Files are shared, not copied.
   */
  sizeBytes: number;
  files: number;
  /**
   * The number of rows by table.
   */
  rows: {
    [k: string]: number;
  };
  createdAt: string;
}

/** An error code of the API. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'UNAUTHORIZED'
  | 'INSUFFICIENT_CREDITS'
  | 'SCOPE_DENIED'
  | 'RECIPE_NOT_ALLOWED'
  | 'SPEND_CAP_REACHED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'TICKET_NOT_FOUND'
  | 'MATERIAL_NOT_FOUND'
  | 'CANVAS_NOT_FOUND'
  | 'MODEL_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'IN_FLIGHT'
  | 'TICKET_USED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'REVISION_CONFLICT'
  | 'NOT_REVIEWABLE'
  | 'NOT_CANCELABLE'
  | 'CANCELED'
  | 'TICKET_EXPIRED'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA'
  | 'MATERIAL_UNREACHABLE'
  | 'MODEL_UNREACHABLE'
  | 'MODEL_UNUSABLE'
  | 'MODEL_NOT_INSTALLED'
  | 'NO_SUBJECT'
  | 'SUBJECT_FILLS_FRAME'
  | 'WINDOW_CROSSES_CUT'
  | 'NO_AUDIO'
  | 'NOTHING_TO_CUT'
  | 'TOO_MUCH_REMOVED'
  | 'NO_TARGET'
  | 'TARGET_LOST'
  | 'NOT_ENOUGH_MATERIAL'
  | 'RATE_LIMITED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'ENGINE_LOST'
  | 'ENGINE_UNAVAILABLE'
  | 'STORAGE_FULL';
