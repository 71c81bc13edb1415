"""Calibration curves as pictures: what happened over what was said, before and after the correction."""

from collections.abc import Sequence
from pathlib import Path

from bench.calibration.samples import Case, Sample
from bench.calibration.tables import Correction, bins, pairs


def plot(file: Path, samples: Sequence[Sample], before: Correction, after: Correction) -> None:
    """A picture with a panel for each case."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    cases = sorted({sample.task.case for sample in samples}, key=lambda case: (case.iterations, case.words))
    efforts = sorted({case.iterations for case in cases})
    columns = max(sum(case.iterations == effort for case in cases) for effort in efforts)
    figure, axes = pyplot.subplots(
        len(efforts), columns, figsize=(3.2 * columns, 3.2 * len(efforts)), squeeze=False, layout="constrained"
    )
    for panels, effort in zip(axes, efforts, strict=True):
        for panel in panels:
            panel.set_axis_off()
        for panel, case in zip(panels, [case for case in cases if case.iterations == effort], strict=False):
            _panel(panel, case, [sample for sample in samples if sample.task.case == case], before, after)
    figure.savefig(file)
    pyplot.close(figure)


def _panel(panel, case: Case, samples: Sequence[Sample], before: Correction, after: Correction) -> None:  # type: ignore[no-untyped-def]
    panel.set_axis_on()
    panel.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, told, style in (("sampled", before, "o--"), ("reported", after, "s-")):
        curve = bins(pairs(case, samples, told))
        if curve:
            said, happened, errors = zip(*curve, strict=True)
            panel.errorbar(said, happened, [2 * error for error in errors], fmt=style, markersize=3, label=name)
    panel.set_title(f"{case.words}, {case.iterations:,} iterations", fontsize=8)
    panel.set_xlabel("chance said", fontsize=8)
    panel.set_ylabel("share won", fontsize=8)
    if panel.get_legend_handles_labels()[0]:
        panel.legend(fontsize=7)
