"""Programs that write what the repository keeps: fitted weights, goldens, cases, counts of OpenSpiel."""
