// Draws documents with the Go libraries go-pdf/fpdf and gopdf; the argument names a JSON file of jobs.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strconv"

	"github.com/go-pdf/fpdf"
	"github.com/signintech/gopdf"
)

type item struct {
	Kind, Text, Align, Color                string
	X, Y, W, H, X1, Y1, X2, Y2, Size, Width float64
	Bold                                    bool
}

type job struct {
	Library, Out string
	Sheet        struct {
		Title, Author, Regular, Bold string
		Width, Height                float64
		Pages                        []struct{ Items []item }
	}
}

var shares = map[string]float64{"left": 0, "center": 0.5, "right": 1}

func channels(color string) (r, g, b int) {
	value, err := strconv.ParseUint(color[1:], 16, 32)
	check(err)
	return int(value >> 16), int(value >> 8 & 255), int(value & 255)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func withFpdf(one job) {
	sheet := one.Sheet
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: sheet.Width, Ht: sheet.Height}})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetTitle(sheet.Title, true)
	pdf.SetAuthor(sheet.Author, true)
	for style, path := range map[string]string{"": sheet.Regular, "B": sheet.Bold} {
		bytes, err := os.ReadFile(path)
		check(err)
		pdf.AddUTF8FontFromBytes("body", style, bytes)
	}
	for _, page := range sheet.Pages {
		pdf.AddPage()
		for _, it := range page.Items {
			switch it.Kind {
			case "text":
				style := ""
				if it.Bold {
					style = "B"
				}
				pdf.SetFont("body", style, it.Size)
				pdf.SetTextColor(channels(it.Color))
				pdf.Text(it.X-shares[it.Align]*pdf.GetStringWidth(it.Text), sheet.Height-it.Y, it.Text)
			case "line":
				pdf.SetDrawColor(channels(it.Color))
				pdf.SetLineWidth(it.Width)
				pdf.Line(it.X1, sheet.Height-it.Y1, it.X2, sheet.Height-it.Y2)
			case "fill":
				pdf.SetFillColor(channels(it.Color))
				pdf.Rect(it.X, sheet.Height-it.Y-it.H, it.W, it.H, "F")
			}
		}
	}
	check(pdf.OutputFileAndClose(one.Out))
}

func withGopdf(one job) {
	sheet := one.Sheet
	pdf := gopdf.GoPdf{}
	pdf.Start(gopdf.Config{PageSize: gopdf.Rect{W: sheet.Width, H: sheet.Height}})
	pdf.SetInfo(gopdf.PdfInfo{Title: sheet.Title, Author: sheet.Author})
	check(pdf.AddTTFFont("regular", sheet.Regular))
	check(pdf.AddTTFFont("bold", sheet.Bold))
	for _, page := range sheet.Pages {
		pdf.AddPage()
		for _, it := range page.Items {
			switch it.Kind {
			case "text":
				name := "regular"
				if it.Bold {
					name = "bold"
				}
				check(pdf.SetFont(name, "", it.Size))
				r, g, b := channels(it.Color)
				pdf.SetTextColor(uint8(r), uint8(g), uint8(b))
				width, err := pdf.MeasureTextWidth(it.Text)
				check(err)
				pdf.SetXY(it.X-shares[it.Align]*width, sheet.Height-it.Y)
				check(pdf.Text(it.Text))
			case "line":
				r, g, b := channels(it.Color)
				pdf.SetStrokeColor(uint8(r), uint8(g), uint8(b))
				pdf.SetLineWidth(it.Width)
				pdf.Line(it.X1, sheet.Height-it.Y1, it.X2, sheet.Height-it.Y2)
			case "fill":
				r, g, b := channels(it.Color)
				pdf.SetFillColor(uint8(r), uint8(g), uint8(b))
				pdf.RectFromUpperLeftWithStyle(it.X, sheet.Height-it.Y-it.H, it.W, it.H, "F")
			}
		}
	}
	check(pdf.WritePdf(one.Out))
}

func main() {
	bytes, err := os.ReadFile(os.Args[1])
	check(err)
	var jobs []job
	check(json.Unmarshal(bytes, &jobs))
	for _, one := range jobs {
		if one.Library == "gopdf" {
			withGopdf(one)
		} else {
			withFpdf(one)
		}
	}
}
