"""Runs trackers of OpenCV on a clip: prints one JSON line per tracker with its boxes (null where it says lost) and seconds of CPU time."""

import json
import sys
import time

import cv2

makers = {
    "CSRT": lambda: cv2.TrackerCSRT_create(),
    "KCF": lambda: cv2.TrackerKCF_create(),
    "MIL": lambda: cv2.TrackerMIL_create(),
    "MedianFlow": lambda: cv2.legacy.TrackerMedianFlow_create(),
    "MOSSE": lambda: cv2.legacy.TrackerMOSSE_create(),
}


def frames(file):
    capture = cv2.VideoCapture(file)
    while True:
        ok, frame = capture.read()
        if not ok:
            return
        yield frame


def main(file, x, y, width, height, names):
    everything = list(frames(file))
    for name in names.split(","):
        if not hasattr(cv2, "legacy") and name in ("MedianFlow", "MOSSE"):
            continue
        tracker = makers[name]()
        box = tuple(int(round(float(value))) for value in (x, y, width, height))
        tracker.init(everything[0], box)
        boxes = [list(box)]
        started = time.process_time()
        for frame in everything[1:]:
            ok, found = tracker.update(frame)
            boxes.append([float(value) for value in found] if ok else None)
        seconds = time.process_time() - started
        print(json.dumps({"name": name, "seconds": seconds, "boxes": boxes}), flush=True)


main(*sys.argv[1:])
